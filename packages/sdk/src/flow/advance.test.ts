import type { ClientState } from '@vendor/contract';
import { describe, expect, test } from 'vitest';
import {
  awaitingChecks,
  clientState,
  documentStep,
  finished,
  passportStep,
} from '../testing/client-state.ts';
import { advance, canGoBack, startFlow } from './advance.ts';
import type { FlowEvent, FlowState } from './flow-state.ts';
import { screenOf } from './screen-of.ts';

const passport = clientState({ step: passportStep() });
const begin = (service: ClientState = passport) => play(startFlow('Shop', service, null), { kind: 'begun' });
const play = (state: FlowState, ...events: FlowEvent[]) => events.reduce(advance, state);
const taken = { kind: 'picture-taken', imageUrl: 'blob:1', source: 'camera' } as const;
const picture: FlowEvent[] = [{ kind: 'camera-asked' }, taken, { kind: 'picture-accepted' }];
const stored = (slot: 'front' | 'back') => ({ slot, digest: 'd'.repeat(43), sizeBytes: 1 });

describe('start', () => {
  test('welcomes a user with something to do', () => {
    expect(startFlow('Shop', passport, null)).toMatchObject({ stage: { kind: 'welcome' }, resumed: false });
  });

  test('welcomes back a user who had begun', () => {
    expect(startFlow('Shop', { ...passport, begun: true }, null)).toMatchObject({
      resumed: true,
      engaged: false,
    });
  });

  test('shows running checks when nothing is left to do', () => {
    expect(startFlow('', awaitingChecks(), null).stage).toEqual({ kind: 'processing' });
  });

  test.each([
    ['APPROVED', null, { kind: 'result', result: 'success' }],
    ['REVIEW', null, { kind: 'result', result: 'pending' }],
    ['DECLINED', null, { kind: 'result', result: 'failed' }],
    ['ERROR', null, { kind: 'result', result: 'unknown' }],
    ['EXPIRED', null, { kind: 'problem', problem: { kind: 'session-expired', code: 'error_code_3' } }],
    ['DECLINED', 'document', { kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_5' } }],
    ['REVIEW', 'evidence', { kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_5' } }],
    ['DECLINED', 'selfie', { kind: 'problem', problem: { kind: 'retry-limit', code: 'error_code_6' } }],
  ] as const)('shows the end of a finished execution: %s, limit of %s', (status, retryLimitOf, stage) => {
    expect(startFlow('', finished({ status, retryLimitOf }), null).stage).toEqual(stage);
  });
});

describe('steps of a passport', () => {
  test.each<[string, FlowEvent[], Partial<FlowState['stage']>]>([
    ['asks for the only document without offering a choice', [], { kind: 'instruct', side: 'front' }],
    ['opens the camera', [{ kind: 'camera-asked' }], { kind: 'camera', side: 'front' }],
    ['shows the picture', [{ kind: 'camera-asked' }, taken], { kind: 'review', imageUrl: 'blob:1' }],
    ['sends the picture once accepted', picture, { kind: 'upload', progress: null, offline: false }],
    ['waits for the submission', [...picture, { kind: 'side-stored', side: 'front' }], { kind: 'upload' }],
    [
      'shows the progress',
      [...picture, { kind: 'upload-progressed', progress: { sentBytes: 1, totalBytes: 2 } }],
      { kind: 'upload', progress: { sentBytes: 1, totalBytes: 2 } },
    ],
    [
      'shows that the connection is lost',
      [...picture, { kind: 'connection-changed', offline: true }],
      { kind: 'upload', offline: true },
    ],
    [
      'waits for the checks',
      [...picture, { kind: 'state', service: awaitingChecks() }],
      { kind: 'processing' },
    ],
    [
      'shows a pending result when the checks take too long',
      [...picture, { kind: 'state', service: awaitingChecks() }, { kind: 'checks-outlasted' }],
      { kind: 'result', result: 'pending' },
    ],
    [
      'keeps waiting if another step may follow',
      [
        ...picture,
        { kind: 'state', service: { ...awaitingChecks(), progress: { done: 0, total: 2 } } },
        { kind: 'checks-outlasted' },
      ],
      { kind: 'processing' },
    ],
    [
      'retakes a rejected picture',
      [{ kind: 'camera-asked' }, taken, { kind: 'picture-rejected' }],
      { kind: 'camera' },
    ],
    [
      'asks for another file if the rejected picture was a file',
      [{ ...taken, source: 'file' }, { kind: 'picture-rejected' }],
      { kind: 'instruct' },
    ],
    [
      'explains why there is no camera',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }],
      { kind: 'camera-problem', problem: 'denied', side: 'front' },
    ],
    [
      'retries the camera',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }, { kind: 'tried-again' }],
      { kind: 'camera' },
    ],
    [
      'accepts a file in place of the camera',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }, { ...taken, source: 'file' }],
      { kind: 'review' },
    ],
    [
      'offers alternatives for a blocked picture of the camera',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }],
      { kind: 'file-retry', side: 'front', fault: 'FILE_BLOCKED' },
    ],
    [
      'retries a blocked upload',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, { kind: 'tried-again' }],
      { kind: 'upload', side: 'front', progress: null, offline: false },
    ],
    [
      'continues with the submission when a blocked picture gets through',
      [
        ...picture,
        { kind: 'picture-unusable', fault: 'FILE_BLOCKED' },
        { kind: 'side-stored', side: 'front' },
      ],
      { kind: 'upload', side: 'front' },
    ],
    [
      'opens the camera in place of a blocked upload',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, { kind: 'camera-asked' }],
      { kind: 'camera', side: 'front' },
    ],
    [
      'asks again for a file that is not a picture',
      [{ kind: 'picture-unusable' }],
      { kind: 'retry', reasons: ['IMAGE_UNREADABLE'] },
    ],
  ])('%s', (_name, events, stage) => {
    expect(play(begin(), ...events).stage).toMatchObject(stage);
  });

  test('shows the reasons of a retry, whose next picture begins with the camera', () => {
    const retry = clientState({
      seq: 7,
      begun: true,
      step: passportStep({ attempt: 2, attemptsLeft: 1, reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT' }),
    });
    const told = play(
      begin(),
      ...picture,
      { kind: 'side-stored', side: 'front' },
      { kind: 'state', service: retry },
    );
    expect(told.stage).toEqual({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    expect(told.stored).toEqual([]);
    expect(advance(told, { kind: 'tried-again' }).stage).toEqual({ kind: 'camera', side: 'front' });
  });
});

describe('documents with two sides', () => {
  const chosen = play(begin(clientState()), { kind: 'document-chosen', document: 'NATIONAL_ID' });

  test('asks for the document type', () => {
    expect(begin(clientState()).stage).toEqual({ kind: 'document-choice' });
    expect(chosen.stage).toEqual({ kind: 'instruct', side: 'front' });
  });

  test('asks for the back when the document has two sides', () => {
    expect(play(chosen, ...picture, { kind: 'side-stored', side: 'front' }).stage).toEqual({
      kind: 'instruct',
      side: 'back',
    });
  });

  test('asks for no side that the document does not have', () => {
    expect(
      advance(begin(clientState()), { kind: 'document-chosen', document: 'RESIDENT_PERMIT' }).stage.kind,
    ).toBe('document-choice');
  });

  test('asks for the document type again if the document was of another type', () => {
    const service = clientState({
      seq: 3,
      begun: true,
      step: documentStep({ attempt: 2, reasons: ['WRONG_DOCUMENT_TYPE'], chosen: 'NATIONAL_ID' }),
    });
    const retry = advance(chosen, { kind: 'state', service });
    expect(screenOf(retry)).toMatchObject({ kind: 'retry', choosesAnew: true });
    expect(advance(retry, { kind: 'tried-again' }).stage).toEqual({ kind: 'document-choice' });
  });

  test('asks for the same document again when there is no other choice', () => {
    const step = passportStep({ attempt: 2, reasons: ['WRONG_DOCUMENT_TYPE'] });
    const retry = advance(begin(clientState({ step: passportStep() })), {
      kind: 'state',
      service: clientState({ seq: 3, begun: true, step }),
    });
    expect(screenOf(retry)).toMatchObject({ kind: 'retry', choosesAnew: false });
    expect(advance(retry, { kind: 'tried-again' }).stage.kind).toBe('instruct');
  });
});

describe('after a reload', () => {
  const half = clientState({ begun: true, step: documentStep({ stored: [stored('front')] }) });
  const resumed = (service: ClientState, remembered: 'NATIONAL_ID' | null) =>
    advance(startFlow('', service, remembered), { kind: 'begun' }).stage;

  test('continues with the missing side', () => {
    expect(resumed(half, 'NATIONAL_ID')).toEqual({ kind: 'instruct', side: 'back' });
  });

  test('asks for the whole document again if it is unknown which one has a stored side', () => {
    const anew = startFlow('', half, null);
    const choice = advance(anew, { kind: 'begun' });
    expect(choice.stage).toEqual({ kind: 'document-choice' });
    expect(advance(choice, { kind: 'document-chosen', document: 'NATIONAL_ID' }).stage).toEqual({
      kind: 'instruct',
      side: 'front',
    });
  });

  test('submits an attempt whose sides are all stored', () => {
    const whole = clientState({ begun: true, step: passportStep({ stored: [stored('front')] }) });
    expect(resumed(whole, null)).toMatchObject({ kind: 'upload', side: 'front' });
  });

  test('shows the reasons of a retry again', () => {
    const retry = clientState({ begun: true, step: passportStep({ attempt: 2, reasons: ['IMAGE_GLARE'] }) });
    expect(resumed(retry, null)).toEqual({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
  });

  test('ignores a remembered document that the step no longer accepts', () => {
    expect(startFlow('', half, 'DRIVERS_LICENSE').document).toBeNull();
  });
});

describe('states of the service', () => {
  test('ignores an older state', () => {
    const processing = play(begin(), ...picture, { kind: 'state', service: awaitingChecks() });
    expect(advance(processing, { kind: 'state', service: passport })).toBe(processing);
  });

  test('keeps the stage for a newer state of the same attempt', () => {
    const camera = play(begin(), { kind: 'camera-asked' });
    const told = advance(camera, { kind: 'state', service: { ...passport, seq: 2, begun: true } });
    expect(told.stage).toEqual(camera.stage);
    expect(told.service.begun).toBe(true);
  });

  test('keeps the welcome screen', () => {
    const welcome = startFlow('', passport, null);
    const told = advance(welcome, { kind: 'state', service: { ...passport, seq: 2, begun: true } });
    expect(told).toMatchObject({ engaged: false, stage: { kind: 'welcome' } });
  });

  test('keeps the document that was chosen before a reload, in the same attempt', () => {
    const step = documentStep();
    const welcome = startFlow('', clientState({ step }), 'NATIONAL_ID');
    const after = (attempt: number) =>
      advance(welcome, { kind: 'state', service: clientState({ step: { ...step, attempt }, seq: 2 }) });
    expect(welcome.document).toBe('NATIONAL_ID');
    expect(after(step.attempt).document).toBe('NATIONAL_ID');
    expect(after(step.attempt + 1).document).toBeNull();
  });

  test('counts a first step that appears without the user as begun', { tags: ['DSDK-72'] }, () => {
    const waiting = startFlow('', awaitingChecks(), null);
    const told = advance(waiting, {
      kind: 'state',
      service: clientState({ seq: 6, step: passportStep() }),
    });
    expect(told).toMatchObject({ engaged: true, stage: { kind: 'instruct' } });
  });

  test('ignores events after an ending', () => {
    const ended = startFlow('', finished({ status: 'APPROVED', retryLimitOf: null }), null);
    const late: FlowEvent[] = [
      { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } },
      { kind: 'state', service: awaitingChecks({ seq: 99 }) },
      { kind: 'begun' },
    ];
    expect(play(ended, ...late)).toBe(ended);
  });
});

describe('after a problem', () => {
  const general = { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } } as const;
  const again: FlowEvent = { kind: 'begun' };
  const told = (service: ClientState): FlowEvent => ({ kind: 'state', service });
  const next = clientState({ seq: 9, begun: true, step: passportStep({ attempt: 2 }) });
  test.each<[string, FlowEvent[], Partial<FlowState['stage']>]>([
    ['asks again for captures that were not stored', picture, { kind: 'instruct', side: 'front' }],
    [
      'submits stored captures again',
      [...picture, { kind: 'side-stored', side: 'front' }, general, told({ ...passport, seq: 9 })],
      { kind: 'upload', side: 'front' },
    ],
  ])('%s', (_name, before, stage) => {
    expect(play(begin(), ...before, general, again).stage).toMatchObject(stage);
  });

  test.each<[string, ClientState, Partial<FlowState['stage']>]>([
    ['checks run', awaitingChecks({ seq: 9 }), { kind: 'processing' }],
    ['another attempt is awaited', next, { kind: 'instruct', side: 'front' }],
  ])('continues with what the service awaits after a problem: %s', (_name, service, stage) => {
    const known = play(begin(), ...picture, general, told(service));
    expect(known).toMatchObject({ service, stage: { kind: 'problem' } });
    expect(play(known, again).stage).toMatchObject(stage);
  });

  test('shows an ending that arrives after a problem', () => {
    const over = finished({ status: 'APPROVED', retryLimitOf: null }, { seq: 9 });
    expect(play(begin(), ...picture, general, told(over)).stage).toEqual({
      kind: 'result',
      result: 'success',
    });
    const limited = finished({ status: 'DECLINED', retryLimitOf: 'document' }, { seq: 9 });
    expect(play(begin(), ...picture, general, told(limited)).stage).toMatchObject({
      kind: 'problem',
      problem: { code: 'error_code_5' },
    });
  });

  test('goes back to retake a missing picture, and nowhere if none is missing', () => {
    const unreached: FlowEvent = { ...general, unreached: true };
    const back: FlowEvent = { kind: 'went-back' };
    const unsent = play(begin(), ...picture, unreached);
    expect(canGoBack(unsent)).toBe(true);
    expect(play(unsent, back).stage).toEqual({ kind: 'instruct', side: 'front' });
    // Nothing was being sent, or all is stored and only the submission is missing.
    for (const problem of [
      play(begin(), unreached),
      play(begin(), ...picture, general),
      play(begin(), ...picture, { kind: 'side-stored', side: 'front' }, unreached),
    ])
      expect(play(problem, back)).toBe(problem);
  });

  test('stays at any other problem', () => {
    const lost: FlowEvent = { kind: 'failed', problem: { kind: 'taken-over', code: 'unknown' } };
    const ended = play(begin(), ...picture, lost);
    expect(play(ended, told(next), again, general)).toBe(ended);
  });
});

describe('back', () => {
  const choice = begin(clientState());
  const instruct = play(choice, { kind: 'document-chosen', document: 'NATIONAL_ID' });
  const camera = play(instruct, { kind: 'camera-asked' });
  test.each<[string, FlowState, string | null]>([
    ['from the choice: nowhere', choice, null],
    ['from the first side: to the choice', instruct, 'document-choice'],
    ['from a step with one document: nowhere', begin(), null],
    ['from the camera: to the instructions', camera, 'instruct'],
    [
      'from a camera problem: to the instructions',
      play(camera, { kind: 'camera-failed', problem: 'busy' }),
      'instruct',
    ],
    ['from the review: to the camera', play(camera, taken), 'camera'],
    ['from an upload: nowhere', play(camera, taken, { kind: 'picture-accepted' }), null],
    [
      'from the back side: not to the stored front',
      play(instruct, ...picture, { kind: 'side-stored', side: 'front' }),
      null,
    ],
  ])('goes back %s', (_name, state, kind) => {
    expect(canGoBack(state)).toBe(kind !== null);
    expect(advance(state, { kind: 'went-back' }).stage.kind).toBe(kind ?? state.stage.kind);
  });
});

test('ignores events that do not fit the current stage', () => {
  const upload = play(begin(), ...picture);
  const senseless: FlowEvent[] = [
    { kind: 'begun' },
    { kind: 'document-chosen', document: 'PASSPORT' },
    { kind: 'camera-asked' },
    { kind: 'camera-failed', problem: 'busy' },
    taken,
    { kind: 'picture-rejected' },
    { kind: 'picture-accepted' },
    { kind: 'side-stored', side: 'back' },
    { kind: 'tried-again' },
    { kind: 'went-back' },
    { kind: 'checks-outlasted' },
  ];
  expect(play(upload, ...senseless)).toBe(upload);
});
