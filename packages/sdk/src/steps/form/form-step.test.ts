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
  ['shows the form at once', [], { kind: 'form', isSending: false, offline: false, refused: [] }],
  ['locks the form while the answers are sent', [given], { kind: 'form', isSending: true }],
  [
    'marks the answers that were rejected',
    [given, refused],
    { kind: 'form', isSending: false, refused: ['email'] },
  ],
  ['clears the marks with the next answers', [given, refused, given], { isSending: true, refused: [] }],
  ['ignores a rejection unless answers are being sent', [refused], { kind: 'form', refused: [] }],
  [
    'reports a lost connection while sending',
    [given, { kind: 'connection-changed', offline: true }],
    { kind: 'form', isSending: true, offline: true },
  ],
  [
    'keeps a connection that was lost before sending',
    [{ kind: 'connection-changed', offline: true }, given],
    { kind: 'form', isSending: true, offline: true },
  ],
  ['ignores a request for the camera', [{ kind: 'camera-asked' }], { kind: 'form', isSending: false }],
  [
    'shows the checks after the form',
    [given, { kind: 'state', service: awaitingChecks() }],
    { kind: 'processing' },
  ],
])('%s', (_name, events, stage) => {
  expect(play(...events).stage).toMatchObject(stage);
});

test('lists the fields on the screen of a form', () => {
  expect(screenOf(play())).toMatchObject({ kind: 'form', fields: formStep().fields, isSending: false });
});

test('shows no progress and no way back within a form', () => {
  expect([progressOf(play()), progressOf(play(given)), canGoBack(play())]).toEqual([0, 0, false]);
});
