import type { ClientState } from '@vendor/contract';
import { describe, expect, test } from 'vitest';
import { advance, canGoBack, startFlow } from '../../flow/advance.ts';
import { endingByLeaving, endingOf } from '../../flow/ending.ts';
import type { FlowEvent, FlowState } from '../../flow/flow-state.ts';
import { progressOf } from '../../flow/progress-of.ts';
import { screenOf } from '../../flow/screen-of.ts';
import {
  awaitingChecks,
  clientState,
  finished,
  passportStep,
  selfieStep,
} from '../../testing/client-state.ts';

const poses = ['straight', 'left', 'closer'] as const;
const selfie = (members: Parameters<typeof selfieStep>[0] = {}, seq = 1): ClientState =>
  clientState({ seq, begun: true, step: selfieStep({ poses: [...poses], ...members }) });
const play = (state: FlowState, ...events: FlowEvent[]) => events.reduce(advance, state);
const begin = (service = selfie()) => play(startFlow('Shop', service, null), { kind: 'begun' });
const camera: FlowEvent = { kind: 'camera-asked' };
const stored = (pose: number): FlowEvent => ({ kind: 'pose-stored', pose });
const kept = (...slots: ('selfie-1' | 'selfie-2' | 'selfie-3')[]) =>
  slots.map((slot) => ({ slot, digest: 'd'.repeat(43), sizeBytes: 1 }));

describe('the stages of a selfie', () => {
  test.each<[string, FlowEvent[], Partial<FlowState['stage']>]>([
    ['shows the instructions first', [], { kind: 'selfie-instruct' }],
    ['opens the camera', [camera], { kind: 'selfie-camera', taken: 0, offline: false }],
    ['asks for the next pose once one is stored', [camera, stored(0)], { kind: 'selfie-camera', taken: 1 }],
    ['counts each pose once', [camera, stored(0), stored(0)], { kind: 'selfie-camera', taken: 1 }],
    ['ignores a pose out of order', [camera, stored(1)], { kind: 'selfie-camera', taken: 0 }],
    [
      'leaves the camera after the last pose',
      [camera, ...poses.map((_, i) => stored(i))],
      { kind: 'selfie-upload' },
    ],
    [
      'reports a lost connection',
      [camera, { kind: 'connection-changed', offline: true }],
      { kind: 'selfie-camera', offline: true },
    ],
    [
      'reports why there is no camera',
      [camera, { kind: 'camera-failed', problem: 'denied' }],
      { kind: 'selfie-camera-problem', problem: 'denied' },
    ],
    [
      'starts with the first pose when the camera is reopened',
      [camera, stored(0), { kind: 'camera-failed', problem: 'busy' }, { kind: 'tried-again' }],
      { kind: 'selfie-camera', taken: 0 },
    ],
    [
      'asks for a retry if the service cannot use a picture',
      [camera, { kind: 'picture-unusable' }],
      { kind: 'selfie-retry', reasons: ['IMAGE_UNREADABLE'] },
    ],
    [
      'accepts no picture from a file',
      [{ kind: 'picture-taken', imageUrl: 'blob:1', source: 'file' }],
      { kind: 'selfie-instruct' },
    ],
    ['waits for the checks', [camera, { kind: 'state', service: awaitingChecks() }], { kind: 'processing' }],
  ])('%s', (_name, events, stage) => {
    expect(play(begin(), ...events).stage).toMatchObject(stage);
  });

  test('shows the instructions of the selfie after the document step', () => {
    const document = play(startFlow('', clientState({ step: passportStep() }), null), { kind: 'begun' });
    const told = play(document, { kind: 'state', service: selfie({}, 7) });
    expect(told).toMatchObject({ document: null, stored: [], stage: { kind: 'selfie-instruct' } });
  });

  test('shows the reasons on a retry, and continues with the camera', () => {
    const service = selfie({ attempt: 2, attemptsLeft: 1, reasons: ['FACE_TURNED_WRONG'] }, 7);
    const retry = play(begin(), camera, { kind: 'state', service });
    expect(screenOf(retry)).toEqual({
      kind: 'selfie-retry',
      reasons: ['FACE_TURNED_WRONG'],
      attemptsLeft: 2,
    });
    expect(advance(retry, { kind: 'tried-again' }).stage).toMatchObject({ kind: 'selfie-camera', taken: 0 });
  });

  test('ends with error_code_6 at the retry limit', { tags: ['S7.3-6', 'DSDK-27'] }, () => {
    const service = finished({ status: 'DECLINED', retryLimitOf: 'selfie' });
    const ended = play(begin(), camera, { kind: 'state', service });
    expect(screenOf(ended)).toEqual({
      kind: 'problem',
      problem: { kind: 'retry-limit', code: 'error_code_6' },
    });
    expect(endingOf(ended)).toEqual({ kind: 'error', code: 'error_code_6' });
  });
});

describe('a reload', () => {
  test('repeats all poses after a reload', () => {
    const half = begin(selfie({ stored: kept('selfie-1', 'selfie-2') }));
    expect(half.stage).toEqual({ kind: 'selfie-instruct' });
    expect(advance(half, camera)).toMatchObject({ stored: [], stage: { kind: 'selfie-camera', taken: 0 } });
  });

  test('submits the poses after a reload if all are stored', () => {
    expect(begin(selfie({ stored: kept('selfie-1', 'selfie-2', 'selfie-3') })).stage).toMatchObject({
      kind: 'selfie-upload',
    });
  });

  test('shows the reasons for a retry again after a reload', () => {
    const stage = begin(selfie({ attempt: 2, reasons: ['FACES_MANY'] })).stage;
    expect(stage).toEqual({ kind: 'selfie-retry', reasons: ['FACES_MANY'] });
  });
});

test('goes back from the camera to the instructions, and from no other screen', () => {
  const at = {
    instruct: begin(),
    camera: play(begin(), camera),
    done: play(begin(), camera, ...poses.map((_, i) => stored(i))),
  };
  expect([at.instruct, at.camera, at.done].map(canGoBack)).toEqual([false, true, false]);
  expect(advance(at.camera, { kind: 'went-back' }).stage).toEqual({ kind: 'selfie-instruct' });
});

test('increases the progress with every pose', () => {
  const way: FlowEvent[] = [camera, ...poses.map((_, i) => stored(i))];
  const shares = way.map((_event, index) => progressOf(play(begin(), ...way.slice(0, index + 1))));
  expect(shares.map((share) => share.toFixed(2))).toEqual(['0.00', '0.33', '0.67', '1.00']);
});

test('shows the screens of a selfie', () => {
  expect(screenOf(startFlow('Shop', selfie(), null))).toMatchObject({ kind: 'welcome', selfie: true });
  expect(screenOf(play(begin(), camera, stored(0)))).toEqual({
    kind: 'selfie-camera',
    poses,
    taken: 1,
    offline: false,
  });
  const checking = play(begin(), camera, stored(0), { kind: 'state', service: awaitingChecks() });
  expect(screenOf(checking)).toMatchObject({ kind: 'processing', of: 'selfie' });
});

test('offers no file without a camera, and ends with error_code_1 when the user leaves', () => {
  const stuck = play(begin(), camera, { kind: 'camera-failed', problem: 'missing' });
  expect(screenOf(stuck)).toEqual({ kind: 'camera-problem', problem: 'missing', fileAllowed: false });
  expect(endingByLeaving(stuck)).toEqual({ kind: 'error', code: 'error_code_1' });
});
