import { expect, test } from 'vitest';
import {
  awaitingChecks,
  clientState,
  documentStep,
  finished,
  passportStep,
} from '../testing/client-state.ts';
import { advance, startFlow } from './advance.ts';
import type { FlowEvent } from './flow-state.ts';
import { progressOf } from './progress-of.ts';

const play = (service = clientState(), ...events: FlowEvent[]) =>
  events.reduce(advance, startFlow('Shop', service, null));
const begun: FlowEvent = { kind: 'begun' };
const card: FlowEvent = { kind: 'document-chosen', document: 'NATIONAL_ID' };
const camera: FlowEvent = { kind: 'camera-asked' };
const taken: FlowEvent = { kind: 'picture-taken', imageUrl: 'blob:1', source: 'camera' };
const accepted: FlowEvent = { kind: 'picture-accepted' };
const front: FlowEvent = { kind: 'side-stored', side: 'front' };
const back: FlowEvent = { kind: 'side-stored', side: 'back' };

test('grows with every part of the step and never decreases', () => {
  const way = [begun, card, camera, taken, accepted, front, camera, taken, accepted, back];
  const shares = way.map((_event, index) => progressOf(play(undefined, ...way.slice(0, index + 1))));
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(shares[0]).toBe(0);
  expect(shares[shares.length - 1]).toBe(1);
});

test('counts a quarter of a side for each of instruction, picture, review and upload', () => {
  const way = [begun, card, camera, taken, accepted, front];
  const shares = way.map((_event, index) => 8 * progressOf(play(undefined, ...way.slice(0, index + 1))));
  expect(shares).toEqual([0, 0, 1, 2, 3, 4]);
});

test('stays unchanged while captures are checked', () => {
  const way = [begun, card, camera, taken, accepted, front, camera, taken, accepted, back];
  const checking: FlowEvent = {
    kind: 'state',
    service: awaitingChecks({ progress: { done: 0, total: 2 } }),
  };
  expect(progressOf(play(clientState({ progress: { done: 0, total: 2 } }), ...way, checking))).toBe(0.5);
});

test('neither jumps ahead nor back while a check without a step runs between two steps', () => {
  const passport = clientState({ step: passportStep(), progress: { done: 0, total: 3 } });
  const checking = (seq: number, done: number): FlowEvent => ({
    kind: 'state',
    service: awaitingChecks({ seq, progress: { done, total: 3, following: 2 } }),
  });
  const sent = play(passport, begun, camera, taken, accepted, front, checking(5, 0));
  const between = advance(sent, checking(6, 1));
  expect([progressOf(sent), progressOf(between)]).toEqual([1 / 3, 1 / 3]);
});

test('counts previous steps', () => {
  const second = clientState({ progress: { done: 1, total: 2 }, step: documentStep() });
  expect(progressOf(play(second, begun))).toBe(0.5);
});

test('stays at zero for a workflow without steps for the user until it ends', () => {
  expect(progressOf(play(awaitingChecks({ progress: { done: 0, total: 0 } })))).toBe(0);
  expect(progressOf(play(finished({ status: 'APPROVED', retryLimitOf: null })))).toBe(1);
});
