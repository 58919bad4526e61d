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

describe('at its start', () => {
  test('welcomes who has something to do', () => {
    expect(startFlow('Shop', passport, null)).toMatchObject({ stage: { kind: 'welcome' }, resumed: false });
  });

  test('welcomes back who had begun', () => {
    expect(startFlow('Shop', { ...passport, begun: true }, null)).toMatchObject({
      resumed: true,
      engaged: false,
    });
  });

  test('shows that checks run when nothing is left to do', () => {
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

describe('the way of a passport', () => {
  test.each<[string, FlowEvent[], Partial<FlowState['stage']>]>([
    ['asks for the only document without a choice', [], { kind: 'instruct', side: 'front' }],
    ['opens the camera', [{ kind: 'camera-asked' }], { kind: 'camera', side: 'front' }],
    ['shows the picture', [{ kind: 'camera-asked' }, taken], { kind: 'review', imageUrl: 'blob:1' }],
    ['sends it once accepted', picture, { kind: 'upload', progress: null, offline: false }],
    ['waits for the submission', [...picture, { kind: 'side-stored', side: 'front' }], { kind: 'upload' }],
    [
      'shows the progress',
      [...picture, { kind: 'upload-progressed', progress: { sentBytes: 1, totalBytes: 2 } }],
      { kind: 'upload', progress: { sentBytes: 1, totalBytes: 2 } },
    ],
    [
      'tells that the connection is lost',
      [...picture, { kind: 'connection-changed', offline: true }],
      { kind: 'upload', offline: true },
    ],
    [
      'waits for the checks',
      [...picture, { kind: 'state-told', service: awaitingChecks() }],
      { kind: 'processing' },
    ],
    [
      'lets nobody wait too long',
      [...picture, { kind: 'state-told', service: awaitingChecks() }, { kind: 'checks-outlasted' }],
      { kind: 'result', result: 'pending' },
    ],
    [
      'waits on where another step may follow',
      [
        ...picture,
        { kind: 'state-told', service: { ...awaitingChecks(), progress: { done: 0, total: 2 } } },
        { kind: 'checks-outlasted' },
      ],
      { kind: 'processing' },
    ],
    [
      'takes the picture again',
      [{ kind: 'camera-asked' }, taken, { kind: 'picture-rejected' }],
      { kind: 'camera' },
    ],
    [
      'chooses another file when the last picture was one',
      [{ ...taken, source: 'file' }, { kind: 'picture-rejected' }],
      { kind: 'instruct' },
    ],
    [
      'tells why there is no camera',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }],
      { kind: 'camera-problem', problem: 'denied', side: 'front' },
    ],
    [
      'tries the camera again',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }, { kind: 'tried-again' }],
      { kind: 'camera' },
    ],
    [
      'takes a file in place of the camera',
      [{ kind: 'camera-asked' }, { kind: 'camera-failed', problem: 'denied' }, { ...taken, source: 'file' }],
      { kind: 'review' },
    ],
    [
      'offers another way for a picture of the camera that is blocked on its way',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }],
      { kind: 'file-retry', side: 'front', fault: 'FILE_BLOCKED' },
    ],
    [
      'sends again what was blocked on its way',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, { kind: 'tried-again' }],
      { kind: 'upload', side: 'front', progress: null, offline: false },
    ],
    [
      'goes on with the submission when a blocked picture gets through',
      [
        ...picture,
        { kind: 'picture-unusable', fault: 'FILE_BLOCKED' },
        { kind: 'side-stored', side: 'front' },
      ],
      { kind: 'upload', side: 'front' },
    ],
    [
      'opens the camera in place of what was blocked on its way',
      [...picture, { kind: 'picture-unusable', fault: 'FILE_BLOCKED' }, { kind: 'camera-asked' }],
      { kind: 'camera', side: 'front' },
    ],
    [
      'asks again for what is no picture',
      [{ kind: 'picture-unusable' }],
      { kind: 'retry', reasons: ['IMAGE_UNREADABLE'] },
    ],
  ])('%s', (_name, events, stage) => {
    expect(play(begin(), ...events).stage).toMatchObject(stage);
  });

  test('a retry tells the reasons, and the next picture begins with the camera', () => {
    const retry = clientState({
      seq: 7,
      begun: true,
      step: passportStep({ attempt: 2, attemptsLeft: 1, reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT' }),
    });
    const told = play(
      begin(),
      ...picture,
      { kind: 'side-stored', side: 'front' },
      { kind: 'state-told', service: retry },
    );
    expect(told.stage).toEqual({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    expect(told.stored).toEqual([]);
    expect(advance(told, { kind: 'tried-again' }).stage).toEqual({ kind: 'camera', side: 'front' });
  });
});

describe('documents with two sides', () => {
  const chosen = play(begin(clientState()), { kind: 'document-chosen', document: 'NATIONAL_ID' });

  test('asks which document it is', () => {
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
    const retry = advance(chosen, { kind: 'state-told', service });
    expect(screenOf(retry)).toMatchObject({ kind: 'retry', choosesAnew: true });
    expect(advance(retry, { kind: 'tried-again' }).stage).toEqual({ kind: 'document-choice' });
  });

  test('asks for the same document again when there is no other to choose', () => {
    const step = passportStep({ attempt: 2, reasons: ['WRONG_DOCUMENT_TYPE'] });
    const retry = advance(begin(clientState({ step: passportStep() })), {
      kind: 'state-told',
      service: clientState({ seq: 3, begun: true, step }),
    });
    expect(screenOf(retry)).toMatchObject({ kind: 'retry', choosesAnew: false });
    expect(advance(retry, { kind: 'tried-again' }).stage.kind).toBe('instruct');
  });
});

describe('after a reload', () => {
  const half = clientState({ begun: true, step: documentStep({ stored: [stored('front')] }) });
  const goOn = (service: ClientState, remembered: 'NATIONAL_ID' | null) =>
    advance(startFlow('', service, remembered), { kind: 'begun' }).stage;

  test('goes on with the side that is missing', () => {
    expect(goOn(half, 'NATIONAL_ID')).toEqual({ kind: 'instruct', side: 'back' });
  });

  test('asks for the document, and all of it, when it is not known whose side is stored', () => {
    const anew = startFlow('', half, null);
    const choice = advance(anew, { kind: 'begun' });
    expect(choice.stage).toEqual({ kind: 'document-choice' });
    expect(advance(choice, { kind: 'document-chosen', document: 'NATIONAL_ID' }).stage).toEqual({
      kind: 'instruct',
      side: 'front',
    });
  });

  test('submits what was accepted in full', () => {
    const whole = clientState({ begun: true, step: passportStep({ stored: [stored('front')] }) });
    expect(goOn(whole, null)).toMatchObject({ kind: 'upload', side: 'front' });
  });

  test('tells again why a retry was asked for', () => {
    const retry = clientState({ begun: true, step: passportStep({ attempt: 2, reasons: ['IMAGE_GLARE'] }) });
    expect(goOn(retry, null)).toEqual({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
  });

  test('does not trust a remembered document that the step no longer accepts', () => {
    expect(startFlow('', half, 'DRIVERS_LICENSE').document).toBeNull();
  });
});

describe('what the service tells', () => {
  test('an older state changes nothing', () => {
    const processing = play(begin(), ...picture, { kind: 'state-told', service: awaitingChecks() });
    expect(advance(processing, { kind: 'state-told', service: passport })).toBe(processing);
  });

  test('a newer state of the same attempt does not move the user', () => {
    const camera = play(begin(), { kind: 'camera-asked' });
    const told = advance(camera, { kind: 'state-told', service: { ...passport, seq: 2, begun: true } });
    expect(told.stage).toEqual(camera.stage);
    expect(told.service.begun).toBe(true);
  });

  test('moves nothing under the welcome screen', () => {
    const welcome = startFlow('', passport, null);
    const told = advance(welcome, { kind: 'state-told', service: { ...passport, seq: 2, begun: true } });
    expect(told).toMatchObject({ engaged: false, stage: { kind: 'welcome' } });
  });

  test('a first step that appears by itself counts as begun', { tags: ['DSDK-72'] }, () => {
    const waiting = startFlow('', awaitingChecks(), null);
    const told = advance(waiting, {
      kind: 'state-told',
      service: clientState({ seq: 6, step: passportStep() }),
    });
    expect(told).toMatchObject({ engaged: true, stage: { kind: 'instruct' } });
  });

  test('ignores events after an ending', () => {
    const ended = startFlow('', finished({ status: 'APPROVED', retryLimitOf: null }), null);
    const late: FlowEvent[] = [
      { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } },
      { kind: 'state-told', service: awaitingChecks({ seq: 99 }) },
      { kind: 'begun' },
    ];
    expect(play(ended, ...late)).toBe(ended);
  });
});

describe('after a problem', () => {
  const general = { kind: 'failed', problem: { kind: 'general', code: 'error_code_1' } } as const;
  const again: FlowEvent = { kind: 'begun' };
  const told = (service: ClientState): FlowEvent => ({ kind: 'state-told', service });
  const next = clientState({ seq: 9, begun: true, step: passportStep({ attempt: 2 }) });
  test.each<[string, FlowEvent[], Partial<FlowState['stage']>]>([
    ['what was not stored is asked for again', picture, { kind: 'instruct', side: 'front' }],
    [
      'what was stored is submitted again',
      [...picture, { kind: 'side-stored', side: 'front' }, general, told({ ...passport, seq: 9 })],
      { kind: 'upload', side: 'front' },
    ],
  ])('%s', (_name, before, stage) => {
    expect(play(begin(), ...before, general, again).stage).toMatchObject(stage);
  });

  test.each<[string, ClientState, Partial<FlowState['stage']>]>([
    ['checks run', awaitingChecks({ seq: 9 }), { kind: 'processing' }],
    ['another attempt is asked for', next, { kind: 'instruct', side: 'front' }],
  ])('the flow goes on where the service stands meanwhile: %s', (_name, service, stage) => {
    const known = play(begin(), ...picture, general, told(service));
    expect(known).toMatchObject({ service, stage: { kind: 'problem' } });
    expect(play(known, again).stage).toMatchObject(stage);
  });

  test('shows the ending that arrives after a problem', () => {
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

  test('back leads to another picture, and to nothing where none is missing', () => {
    const unreached: FlowEvent = { ...general, unreached: true };
    const back: FlowEvent = { kind: 'went-back' };
    const unsent = play(begin(), ...picture, unreached);
    expect(canGoBack(unsent)).toBe(true);
    expect(play(unsent, back).stage).toEqual({ kind: 'instruct', side: 'front' });
    // Nothing was on its way, or all is stored and only the submission is missing.
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
  ])('%s', (_name, state, kind) => {
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
