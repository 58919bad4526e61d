import type { ClientStep } from '@vendor/contract';
import { describe, expect, test } from 'vitest';
import { advance, canGoBack, startFlow } from '../../flow/advance.ts';
import { endingByLeaving, endingOf } from '../../flow/ending.ts';
import type { FlowEvent, FlowState } from '../../flow/flow-state.ts';
import { progressOf } from '../../flow/progress-of.ts';
import { screenOf } from '../../flow/screen-of.ts';
import {
  addressStep,
  awaitingChecks,
  cardStep,
  clientState,
  evidenceStep,
  finished,
} from '../../testing/client-state.ts';
import { collectFlow } from './collect-step.ts';

const stateWith = (step: ClientStep, seq = 1) => clientState({ seq, begun: true, step });
const arrived: FlowEvent = { kind: 'collect-arrived', collect: collectFlow };
const play = (state: FlowState, ...events: FlowEvent[]) => events.reduce(advance, state);
const begin = (step: ClientStep) =>
  play(startFlow('Shop', stateWith(step), null), arrived, { kind: 'begun' });
const camera: FlowEvent = { kind: 'camera-asked' };
const taken: FlowEvent = { kind: 'picture-taken', imageUrl: 'blob:1', source: 'camera', sizeBytes: 9 };
const chosen = (name: string): FlowEvent => ({
  kind: 'picture-taken',
  imageUrl: '',
  source: 'file',
  name,
  sizeBytes: 7,
});
const accepted: FlowEvent = { kind: 'picture-accepted' };
const stored = (slot: 'address' | 'card-front' | 'card-back' | 'evidence-1' | 'evidence-2'): FlowEvent => ({
  kind: 'file-stored',
  slot,
});
const kept = <Slot extends string>(...slots: Slot[]) =>
  slots.map((slot) => ({ slot, digest: 'd'.repeat(43), sizeBytes: 5 }));

test('waits for the code of a step, which may load before or after the step begins', () => {
  const early = play(startFlow('Shop', stateWith(addressStep()), null), { kind: 'begun' });
  expect(screenOf(early)).toEqual({ kind: 'loading' });
  expect(screenOf(play(early, arrived))).toMatchObject({ kind: 'collect-instruct', slot: 'address' });
  expect(screenOf(begin(addressStep()))).toMatchObject({ kind: 'collect-instruct', slot: 'address' });
});

test('accepts the code of a step while an error is shown', () => {
  const early = play(startFlow('Shop', stateWith(addressStep()), null), { kind: 'begun' });
  const general: FlowEvent = { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } };
  const again = play(early, general, arrived, { kind: 'begun' });
  expect(screenOf(again)).toMatchObject({ kind: 'collect-instruct', slot: 'address' });
});

describe('a letter', () => {
  test.each<[string, FlowEvent[], object]>([
    [
      'shows the instructions of the step',
      [],
      { kind: 'collect-instruct', fileTypes: 'image/*,application/pdf' },
    ],
    ['opens the camera', [camera], { kind: 'collect-camera' }],
    ['shows a picture before sending it', [camera, taken], { kind: 'collect-review', imageUrl: 'blob:1' }],
    ['shows a chosen file', [chosen('bill.pdf')], { kind: 'collect-review', name: 'bill.pdf', sizeBytes: 7 }],
    ['retakes a rejected picture', [camera, taken, { kind: 'picture-rejected' }], { kind: 'collect-camera' }],
    [
      'asks for another file after one was rejected',
      [chosen('bill.pdf'), { kind: 'picture-rejected' }],
      { kind: 'collect-instruct' },
    ],
    ['sends an accepted file', [chosen('bill.pdf'), accepted], { kind: 'collect-upload', name: 'bill.pdf' }],
    [
      'shows the upload until the service answers',
      [chosen('a'), accepted, stored('address')],
      { kind: 'collect-upload' },
    ],
    [
      'offers other ways when the upload is blocked',
      [chosen('a'), accepted, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }],
      { kind: 'collect-retry', reasons: ['FILE_BLOCKED'] },
    ],
    [
      'sends a blocked file again when the user tries again',
      [chosen('a'), accepted, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, { kind: 'tried-again' }],
      { kind: 'collect-upload', name: 'a' },
    ],
    [
      'continues when a blocked upload gets through',
      [chosen('a'), accepted, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, stored('address')],
      { kind: 'collect-upload', files: [{ slot: 'address', name: 'a', sizeBytes: 7 }] },
    ],
    [
      'offers files if the camera is denied',
      [camera, { kind: 'camera-failed', problem: 'denied' }],
      { kind: 'camera-problem', fileAllowed: true, fileTypes: 'image/*,application/pdf' },
    ],
    [
      'explains an unusable file, which costs no attempt',
      [{ kind: 'picture-unusable', fault: 'FILE_EMPTY' }],
      { kind: 'collect-retry', reasons: ['FILE_EMPTY'], attemptsLeft: Number.POSITIVE_INFINITY },
    ],
    ['ignores another file while one is being sent', [chosen('a'), accepted, chosen('b')], { name: 'a' }],
  ])('%s', (_what, events, screen) => {
    expect(screenOf(play(begin(addressStep()), ...events))).toMatchObject(screen);
  });

  test('counts consecutive unusable files', () => {
    const unusable: FlowEvent = { kind: 'picture-unusable', fault: 'FILE_EMPTY' };
    const judged = begin(addressStep({ attempt: 2, attemptsLeft: 1, reasons: ['DOCUMENT_TOO_OLD'] }));
    expect(screenOf(judged)).toMatchObject({ refusals: 0 });
    expect(screenOf(play(judged, unusable))).toMatchObject({ refusals: 1 });
    expect(screenOf(play(judged, unusable, unusable))).toMatchObject({ refusals: 2 });
  });

  test('shows the reasons and the attempts left after a letter was rejected', () => {
    const again = begin(addressStep({ attempt: 2, attemptsLeft: 1, reasons: ['DOCUMENT_TOO_OLD'] }));
    expect(screenOf(again)).toMatchObject({
      kind: 'collect-retry',
      reasons: ['DOCUMENT_TOO_OLD'],
      attemptsLeft: 2,
    });
    expect(screenOf(play(again, { kind: 'tried-again' }))).toMatchObject({ kind: 'collect-instruct' });
    expect(screenOf(play(again, camera))).toMatchObject({ kind: 'collect-camera' });
  });

  test('submits a letter that is already stored without asking for it', () => {
    expect(begin(addressStep({ stored: kept('address') })).stage).toMatchObject({ kind: 'collect-upload' });
  });
});

describe('a card', () => {
  const front = play(begin(cardStep()), camera, taken, accepted, stored('card-front'));

  test('asks for one side after the other, as pictures only', () => {
    expect(screenOf(begin(cardStep()))).toMatchObject({
      slot: 'card-front',
      fileTypes: 'image/*',
      task: { of: 'card', side: 'front', sides: 2 },
    });
    expect(screenOf(front)).toMatchObject({
      kind: 'collect-instruct',
      slot: 'card-back',
      task: { side: 'back' },
    });
    const back = play(front, camera, taken, accepted, stored('card-back'));
    expect(back.stage).toMatchObject({ kind: 'collect-upload' });
    expect(back.stored).toEqual(['card-front', 'card-back']);
  });

  test('asks for the missing side after a reload', () => {
    expect(begin(cardStep({ stored: kept('card-front') })).stage).toMatchObject({ slot: 'card-back' });
  });

  test('counts each side as half of the progress', () => {
    expect([begin(cardStep()), front].map(progressOf)).toEqual([0, 0.5]);
  });
});

describe('evidence', () => {
  const one = play(begin(evidenceStep()), chosen('one.pdf'), accepted, stored('evidence-1'));
  const two = play(one, { kind: 'file-wanted' }, chosen('two.pdf'), accepted, stored('evidence-2'));
  const removed = (slot: 'evidence-1' | 'evidence-2'): FlowEvent => ({ kind: 'file-removed', slot });
  const names = (state: FlowState) => 'files' in state.stage && state.stage.files.map(({ name }) => name);

  test('lists the files until the user submits them', () => {
    expect(screenOf(two)).toMatchObject({ kind: 'collect-list', isEnough: true, mayAdd: true });
    expect(names(two)).toEqual(['one.pdf', 'two.pdf']);
    expect(play(two, accepted).stage).toMatchObject({ kind: 'collect-upload' });
    expect(play(two, accepted).stored).toEqual(['evidence-1', 'evidence-2']);
  });

  test('removes a file, and reuses its slot for the next one', () => {
    const left = play(two, removed('evidence-1'));
    expect([names(left), left.stored]).toEqual([['two.pdf'], ['evidence-2']]);
    expect(play(left, { kind: 'file-wanted' }).stage).toMatchObject({ slot: 'evidence-1' });
    expect(play(left, removed('evidence-2')).stage).toMatchObject({ kind: 'collect-instruct', files: [] });
  });

  test('submits nothing before there are enough files', () => {
    const needy = play(
      begin(evidenceStep({ minFiles: 2 })),
      chosen('one.pdf'),
      accepted,
      stored('evidence-1'),
    );
    expect(screenOf(needy)).toMatchObject({ kind: 'collect-list', isEnough: false });
    expect(play(needy, accepted)).toBe(needy);
  });

  test('offers no further file at the maximum', () => {
    const full = play(begin(evidenceStep({ maxFiles: 2, stored: kept('evidence-1', 'evidence-2') })));
    expect(screenOf(full)).toMatchObject({ kind: 'collect-list', mayAdd: false });
    expect(play(full, { kind: 'file-wanted' })).toBe(full);
  });

  test('shows no list if the step takes a single file', () => {
    const single = evidenceStep({ maxFiles: 1, accepts: ['pdf'] });
    expect(screenOf(begin(single))).toMatchObject({ cameraAllowed: false, fileTypes: 'application/pdf' });
    expect(play(begin(single), camera)).toEqual(begin(single));
    const sent = play(begin(single), chosen('a.pdf'), accepted, stored('evidence-1'));
    expect(sent.stage).toMatchObject({ kind: 'collect-upload' });
  });

  test('goes back from the next file to the list, and from the camera to the instructions', () => {
    const more = play(one, { kind: 'file-wanted' });
    expect([canGoBack(begin(evidenceStep())), canGoBack(more)]).toEqual([false, true]);
    expect(play(more, { kind: 'went-back' }).stage.kind).toBe('collect-list');
    const unusable: FlowEvent = { kind: 'picture-unusable', fault: 'FILE_UNREADABLE' };
    expect(play(more, unusable, { kind: 'went-back' }, { kind: 'went-back' }).stage.kind).toBe(
      'collect-list',
    );
    expect(play(more, camera, { kind: 'went-back' }).stage.kind).toBe('collect-instruct');
    expect(play(more, camera, taken, { kind: 'went-back' }).stage.kind).toBe('collect-camera');
  });
});

test.each(['address', 'card', 'evidence'] as const)(
  'ends the flow with error_code_5 at the retry limit of %s',
  { tags: ['DSDK-69', 'DSDK-70', 'DSDK-71'] },
  (retryLimitOf) => {
    const over = play(begin(addressStep()), {
      kind: 'state',
      service: finished({ status: 'DECLINED', retryLimitOf }),
    });
    expect(endingOf(over)).toEqual({ kind: 'error', code: 'error_code_5' });
  },
);

test('names the files as the subject of the running checks', () => {
  const sent = play(begin(addressStep()), chosen('a.pdf'), accepted, stored('address'));
  const checking = play(sent, { kind: 'state', service: awaitingChecks() });
  expect(screenOf(checking)).toMatchObject({ kind: 'processing', of: 'files' });
});

test.each([
  [true, { kind: 'cancelled' }],
  [false, { kind: 'error', code: 'error_code_1' }],
])(
  'ends a flow that the user leaves at a denied camera (files allowed: %s) with %j',
  (fileAllowed, ending) => {
    const refused = play(begin(addressStep({ fileAllowed })), camera, {
      kind: 'camera-failed',
      problem: 'denied',
    });
    expect(endingByLeaving(refused)).toEqual(ending);
  },
);
