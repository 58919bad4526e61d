import { expect, it } from 'vitest';
import type { Screen } from '../flow/screen.ts';
import { movementBetween, screenKey } from './screen-order.ts';

const card = { document: 'NATIONAL_ID', sides: 2, fileAllowed: false } as const;
const instruct = (side: 'front' | 'back'): Screen => ({ kind: 'instruct', side, ...card });
const camera = (side: 'front' | 'back'): Screen => ({ kind: 'camera', side, ...card });
const review = (side: 'front' | 'back'): Screen => ({
  kind: 'review',
  side,
  document: 'NATIONAL_ID',
  imageUrl: 'blob:',
});
const upload = (sentBytes: number): Screen => ({
  kind: 'upload',
  progress: { sentBytes, totalBytes: 9 },
  offline: false,
});
const retry: Screen = {
  kind: 'retry',
  document: 'NATIONAL_ID',
  reasons: ['IMAGE_BLURRED'],
  attemptsLeft: 2,
  choosesAnew: false,
};

it('moves forward through both sides of a card to the result', () => {
  const path = [
    instruct('front'),
    camera('front'),
    review('front'),
    instruct('back'),
    camera('back'),
    review('back'),
    upload(0),
    { kind: 'processing', of: 'document', mayGoOn: false },
    { kind: 'result', result: 'success' },
  ] satisfies Screen[];
  const movements = path.slice(1).map((screen, i) => movementBetween(path[i]!, screen));
  expect(new Set(movements)).toEqual(new Set(['forward']));
});

it('moves back when the user goes back or retakes the picture', () => {
  expect(movementBetween(camera('front'), instruct('front'))).toBe('back');
  expect(movementBetween(review('back'), camera('back'))).toBe('back');
  expect(movementBetween(instruct('back'), review('front'))).toBe('back');
});

it('moves forward after a retry', () => {
  expect(movementBetween(retry, instruct('front'))).toBe('forward');
});

it('moves forward from a check to a selfie, and back from its camera', () => {
  const checking: Screen = { kind: 'processing', of: 'document', mayGoOn: true };
  const explained: Screen = { kind: 'selfie-instruct' };
  const posing: Screen = { kind: 'selfie-camera', poses: ['straight', 'left'], taken: 0, offline: false };
  const sending: Screen = { kind: 'selfie-upload', progress: null, offline: false };
  const path = [checking, explained, posing, sending, { ...checking, of: 'selfie' } as const];
  const movements = path.slice(1).map((screen, i) => movementBetween(path[i]!, screen));
  expect(movements).toEqual(['forward', 'forward', 'forward', 'forward']);
  expect(movementBetween(posing, explained)).toBe('back');
});

it('moves forward from an upload to the next step', () => {
  expect(movementBetween(upload(9), instruct('back'))).toBe('forward');
});

it('keeps the key of a screen when it is only updated', () => {
  expect(screenKey(upload(1))).toBe(screenKey(upload(8)));
});

it('gives different sides, camera problems and problems different keys', () => {
  const keys = [
    instruct('front'),
    instruct('back'),
    { kind: 'camera-problem', problem: 'denied', fileAllowed: true },
    { kind: 'camera-problem', problem: 'busy', fileAllowed: true },
    { kind: 'camera-problem', problem: 'unloaded', times: 1, fileAllowed: true },
    { kind: 'camera-problem', problem: 'unloaded', times: 2, fileAllowed: true },
    { kind: 'problem', problem: { kind: 'general', code: 'error_code_1' } },
    { kind: 'problem', problem: { kind: 'taken-over', code: 'unknown' } },
  ] satisfies Screen[];
  expect(new Set(keys.map(screenKey)).size).toBe(keys.length);
});
