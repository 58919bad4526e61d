import type { ClientState } from '@vendor/contract';
import { expect, test } from 'vitest';
import { awaitingChecks, clientState, finished, passportStep, selfieStep } from '../testing/client-state.ts';
import { advance, startFlow } from './advance.ts';
import { endingByLeaving, endingOf, losesByLeaving } from './ending.ts';
import type { FlowEvent, FlowState } from './flow-state.ts';

const play = (service: Partial<ClientState>, ...events: FlowEvent[]) =>
  events.reduce(advance, startFlow('', clientState(service), null));
const flow = (fileAllowed: boolean, ...events: FlowEvent[]) =>
  play({ step: passportStep({ fileAllowed }) }, ...events);
const begun: FlowEvent = { kind: 'begun' };
const noCamera: FlowEvent[] = [
  begun,
  { kind: 'camera-asked' },
  { kind: 'camera-failed', problem: 'missing' },
];
const general: FlowEvent = { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } };
const takenOver: FlowEvent = { kind: 'failed', problem: { kind: 'taken-over', code: 'unknown' } };

const cancelled = { kind: 'cancelled' };
const error = (code: string) => ({ kind: 'error', code });
const completed = (status: string) => ({ kind: 'completed', status });

test.each<[string, FlowState, object | null, object, boolean]>([
  ['at the welcome', flow(true), null, cancelled, false],
  ['once begun', flow(true, begun), null, cancelled, true],
  ['without a camera but with files', flow(true, ...noCamera), null, cancelled, true],
  ['without a camera and files', flow(false, ...noCamera), null, error('error_code_1'), true],
  [
    'without a camera but with a phone',
    play({ step: selfieStep(), handOff: 'possible' }, ...noCamera),
    null,
    cancelled,
    true,
  ],
  [
    'without a camera on the phone itself',
    play({ step: selfieStep(), handOff: 'none' }, ...noCamera),
    null,
    error('error_code_1'),
    true,
  ],
  ['while the checks run', startFlow('', awaitingChecks(), null), null, completed('pending'), false],
  [
    'while a check without a step runs between two steps',
    startFlow('', awaitingChecks({ progress: { done: 1, total: 2, following: 1 } }), null),
    null,
    cancelled,
    true,
  ],
  [
    'while a check without a step runs after the last one',
    startFlow('', awaitingChecks({ progress: { done: 2, total: 2, following: 0 } }), null),
    null,
    completed('pending'),
    false,
  ],
  [
    'while the first of two steps is checked by an older service',
    startFlow('', awaitingChecks({ progress: { done: 0, total: 2 } }), null),
    null,
    cancelled,
    true,
  ],
  [
    'while the checks run of a step on the phone, before another',
    {
      ...startFlow('', awaitingChecks({ handOff: 'elsewhere', progress: { done: 0, total: 2 } }), null),
      engaged: true,
    },
    null,
    cancelled,
    true,
  ],
  [
    'while the checks run of the last step on the phone',
    startFlow('', awaitingChecks({ handOff: 'silent', progress: { done: 1, total: 2 } }), null),
    null,
    completed('pending'),
    false,
  ],
  ['on the general error screen', flow(true, begun, general), null, error('error_code_1'), false],
  ['when taken over', flow(true, begun, takenOver), error('unknown'), error('unknown'), false],
  [
    'approved',
    startFlow('', finished({ status: 'APPROVED', retryLimitOf: null }), null),
    completed('success'),
    completed('success'),
    false,
  ],
  ...(
    [
      ['sent to review', 'REVIEW', completed('pending')],
      ['declined', 'DECLINED', completed('failed')],
      ['not carried out', 'ERROR', completed('unknown')],
      ['expired', 'EXPIRED', error('error_code_3')],
    ] as const
  ).map(([name, status, ending]): [string, FlowState, object, object, boolean] => [
    name,
    startFlow('', finished({ status, retryLimitOf: null }), null),
    ending,
    ending,
    false,
  ]),
  [
    'past the retry limit',
    startFlow('', finished({ status: 'DECLINED', retryLimitOf: 'document' }), null),
    error('error_code_5'),
    error('error_code_5'),
    false,
  ],
])(
  'returns the endings of a flow, reached and by leaving: %s',
  { tags: ['DSDK-17', 'DSDK-18', 'DSDK-20', 'DSDK-21', 'DSDK-24'] },
  (_name, state, byItself, byLeaving, loses) => {
    expect(endingOf(state)).toEqual(byItself);
    expect(endingByLeaving(state)).toEqual(byLeaving);
    expect(losesByLeaving(state)).toBe(loses);
  },
);
