import { expect, test } from 'vitest';
import { advance, canGoBack, startFlow } from '../../flow/advance.ts';
import type { FlowEvent, FlowState } from '../../flow/flow-state.ts';
import { progressOf } from '../../flow/progress-of.ts';
import { screenOf } from '../../flow/screen-of.ts';
import { awaitingChecks, clientState, formStep } from '../../testing/client-state.ts';

const service = clientState({ begun: true, step: formStep() });
const play = (...events: FlowEvent[]): FlowState =>
  events.reduce(advance, advance(startFlow('Shop', service, null), { kind: 'begun' }));
const given: FlowEvent = { kind: 'answers-given' };
const refused: FlowEvent = { kind: 'answers-refused', fields: ['email'] };

test.each<[string, FlowEvent[], object]>([
  ['asks at once', [], { kind: 'form', isSending: false, offline: false, refused: [] }],
  ['sends what the user answered', [given], { kind: 'form', isSending: true }],
  [
    'tells which answers will not do',
    [given, refused],
    { kind: 'form', isSending: false, refused: ['email'] },
  ],
  ['forgets them with the next answers', [given, refused, given], { isSending: true, refused: [] }],
  ['hears of a refusal only while it sends', [refused], { kind: 'form', refused: [] }],
  [
    'tells that the connection is lost, and is back',
    [given, { kind: 'connection-changed', offline: true }],
    { kind: 'form', isSending: true, offline: true },
  ],
  ['opens no camera', [{ kind: 'camera-asked' }], { kind: 'form', isSending: false }],
  [
    'waits for the checks',
    [given, { kind: 'state-told', service: awaitingChecks() }],
    { kind: 'processing' },
  ],
])('a form %s', (_name, events, stage) => {
  expect(play(...events).stage).toMatchObject(stage);
});

test('the screen of a form names its fields', () => {
  expect(screenOf(play())).toMatchObject({ kind: 'form', fields: formStep().fields, isSending: false });
});

test('a form counts as a step, and there is nothing to go back to', () => {
  expect([progressOf(play()), progressOf(play(given)), canGoBack(play())]).toEqual([0, 0, false]);
});
