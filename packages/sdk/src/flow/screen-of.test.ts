import { expect, test } from 'vitest';
import { awaitingChecks, clientState, passportStep } from '../testing/client-state.ts';
import { advance, startFlow } from './advance.ts';
import type { FlowEvent } from './flow-state.ts';
import { screenOf } from './screen-of.ts';

const play = (service = clientState(), ...events: FlowEvent[]) =>
  events.reduce(advance, startFlow('Shop', service, null));
const begun: FlowEvent = { kind: 'begun' };
const card: FlowEvent = { kind: 'document-chosen', document: 'NATIONAL_ID' };
const camera: FlowEvent = { kind: 'camera-asked' };
const taken: FlowEvent = { kind: 'picture-taken', imageUrl: 'blob:1', source: 'camera' };

test('includes the data that each screen needs', () => {
  expect(screenOf(play())).toEqual({
    kind: 'welcome',
    requester: 'Shop',
    resumed: false,
    selfie: false,
    files: false,
    form: false,
  });
  expect(screenOf(play(undefined, begun))).toEqual({
    kind: 'document-choice',
    documents: ['PASSPORT', 'NATIONAL_ID'],
  });
  const about = { document: 'NATIONAL_ID', side: 'front' };
  expect(screenOf(play(undefined, begun, card))).toEqual({
    kind: 'instruct',
    ...about,
    sides: 2,
    fileAllowed: true,
  });
  expect(screenOf(play(undefined, begun, card, camera))).toEqual({
    kind: 'camera',
    ...about,
    sides: 2,
    fileAllowed: true,
  });
  expect(screenOf(play(undefined, begun, card, camera, taken))).toEqual({
    kind: 'review',
    ...about,
    imageUrl: 'blob:1',
  });
});

test('counts the current attempt among those left', () => {
  const last = clientState({
    step: passportStep({ attempt: 3, attemptsLeft: 0, reasons: ['IMAGE_BLURRED'] }),
  });
  expect(screenOf(play(last, begun))).toEqual({
    kind: 'retry',
    document: 'PASSPORT',
    reasons: ['IMAGE_BLURRED'],
    attemptsLeft: 1,
    choosesAnew: false,
  });
});

test.each([
  ['data before the first step', { done: 0, total: 2, following: 2 }, 'data'],
  ['data between a form and a document', { done: 1, total: 2, following: 1 }, 'data'],
  ['data without any step', { done: 0, total: 0 }, 'data'],
  ['a document after a reload', { done: 0, total: 2, following: 1 }, 'document'],
  ['a document after a reload, by an older service', { done: 0, total: 1 }, 'document'],
])('names what is checked: %s', (_, progress, of) => {
  expect(screenOf(play(awaitingChecks({ progress })))).toMatchObject({ kind: 'processing', of });
});
