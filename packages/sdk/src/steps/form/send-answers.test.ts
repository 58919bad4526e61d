import { expect, test, vi } from 'vitest';
import { startFlow } from '../../flow/advance.ts';
import type { FlowState } from '../../flow/flow-state.ts';
import { AnswersRefused } from '../../session/answers-refused.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { createSession } from '../../session/session.ts';
import { clientState, formStep, passportStep } from '../../testing/client-state.ts';
import { settle } from '../../testing/fake-clock.ts';
import { deferred, fakePorts } from '../../testing/fake-ports.ts';
// Loaded in advance; the session imports it with the first answers.
import { sendAnswers } from './send-answers.ts';

const answers = { email: 'ada@example.com', user_dob: '1985-12-10' };

/** Creates a session that shows the form. */
function showForm(prepare: (world: ReturnType<typeof fakePorts>) => unknown = () => {}) {
  const world = fakePorts(clientState({ step: formStep() }));
  prepare(world);
  const events: unknown[][] = [];
  const session = createSession({
    requester: 'Shop',
    state: clientState({ step: formStep() }),
    ports: world.ports,
    started: false,
    emit: (name, ...values) => void events.push([name, ...values]),
    onLeft: () => session.dispose(),
  });
  session.run();
  const { actions, screen } = session.view;
  actions.begin();
  return { ...world, ...actions, session, events, screen: () => screen.peek() };
}

test('sends the answers of a form once, then shows the next step', async () => {
  const flow = showForm();
  const answered = deferred<ReturnType<typeof clientState>>();
  flow.service.answer.mockReturnValue(answered.promise);
  expect(flow.screen()).toMatchObject({ kind: 'form', isSending: false });
  flow.answerForm(answers);
  flow.answerForm(answers);
  await settle();
  expect(flow.screen()).toMatchObject({ kind: 'form', isSending: true });
  expect(flow.service.answer.mock.calls.map(([attempt, given]) => [attempt, given])).toEqual([
    [{ stepId: 'form', attempt: 1 }, answers],
  ]);
  answered.resolve(clientState({ seq: 9, begun: true, step: passportStep() }));
  await settle();
  expect(flow.screen().kind).toBe('instruct');
});

test('asks again for answers that the service rejected', async () => {
  const flow = showForm();
  flow.service.answer.mockRejectedValueOnce(new AnswersRefused(400, ['email']));
  flow.answerForm(answers);
  await settle();
  expect(flow.screen()).toMatchObject({ kind: 'form', isSending: false, refused: ['email'] });
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  flow.answerForm(answers);
  await settle();
  expect(flow.screen().kind).toBe('processing');
});

test('shows the current step if the form was answered elsewhere', async () => {
  const flow = showForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
  flow.service.stateNow.mockResolvedValueOnce(clientState({ seq: 9, begun: true, step: passportStep() }));
  flow.answerForm(answers);
  await settle();
  expect(flow.screen().kind).toBe('instruct');
});

test('ends the flow with the error code of any other refusal', async () => {
  const flow = showForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('unauthorized', 401));
  flow.answerForm(answers);
  await settle();
  expect(flow.events).toContainEqual(['error', 'error_code_3']);
});

test('drops the result if the flow is closed while the answers are sent', async () => {
  const flow = showForm();
  const answered = deferred<ReturnType<typeof clientState>>();
  flow.service.answer.mockReturnValue(answered.promise);
  flow.answerForm(answers);
  await settle();
  flow.session.dispose();
  answered.reject(new AnswersRefused(400, ['email']));
  await settle();
  expect(flow.screen()).toMatchObject({ isSending: true, refused: [] });
});

test('holds a "taken over" error back while a session swap is pending', async () => {
  const flow = showForm();
  const exchange = deferred<string>();
  flow.session.whileExchanged(() => exchange.promise);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  exchange.reject(new ServiceFailure('unavailable', 0));
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('identifies the screen of a form by its step', () => {
  const { screen } = showForm();
  expect(screen()).toMatchObject({ kind: 'form', stepId: 'form' });
});

test('asks once more whether the session was swapped, and ends the flow if not', async () => {
  const flow = showForm();
  const ask = vi.fn(async () => flow.session.whileExchanged(null));
  flow.session.whileExchanged(ask);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('leaves a "taken over" error of a call to the poll, which knows whether a phone has the session', async () => {
  const flow = showForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('taken-over', 409));
  flow.answerForm(answers);
  await settle();
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('asks for no session swap after a failure that does not concern the session', async () => {
  const flow = showForm();
  const ask = vi.fn(async () => {});
  flow.session.whileExchanged(ask);
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('unavailable', 503));
  flow.answerForm(answers);
  await settle();
  expect([ask.mock.calls.length, flow.screen().kind]).toEqual([0, 'problem']);
});

test('ends the flow at once if the begin fails as taken over, when no phone can have the session yet', async () => {
  const flow = showForm(({ service }) =>
    service.begin.mockRejectedValueOnce(new ServiceFailure('taken-over', 409)),
  );
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test.each(['unauthorized', 'taken-over', 'unavailable'] as const)(
  'does not send answers that wait for a begin which fails as %s',
  async (kind) => {
    const begun = deferred<ReturnType<typeof clientState>>();
    const flow = showForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
    flow.answerForm(answers);
    await settle();
    begun.reject(new ServiceFailure(kind, 0));
    await settle();
    expect(flow.screen().kind).toBe('problem');
    expect(flow.service.answer).not.toHaveBeenCalled();
  },
);

test('does not send answers that waited for the begin to another step', async () => {
  const begun = deferred<ReturnType<typeof clientState>>();
  const flow = showForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
  flow.answerForm(answers);
  await settle();
  begun.resolve(clientState({ seq: 9, begun: true, step: formStep({ id: 'other' }) }));
  await settle();
  expect(flow.screen()).toMatchObject({ kind: 'form', stepId: 'other', isSending: false });
  expect(flow.service.answer).not.toHaveBeenCalled();
});

test('sends only answers to the current form after waiting for the begin', async () => {
  const begun = deferred<ReturnType<typeof clientState>>();
  const flow = showForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
  flow.answerForm(answers);
  flow.tell(clientState({ seq: 9, begun: true, step: formStep({ id: 'other' }) }));
  await settle();
  flow.answerForm({ email: 'ada@example.org' });
  begun.resolve(clientState({ seq: 8, begun: true, step: formStep() }));
  await settle();
  expect(flow.service.answer.mock.calls.map(([{ stepId }, given]) => [stepId, given])).toEqual([
    ['other', { email: 'ada@example.org' }],
  ]);
});

test('clears the offline notice when the code for sending has loaded', async () => {
  const state = clientState({ begun: true, step: formStep() });
  const stage = { kind: 'form', isSending: true, refused: [], offline: true } as const;
  const flow: FlowState = { ...startFlow('Shop', state, null), stage };
  const { service } = fakePorts(flow.service);
  const dispatch = vi.fn();
  service.answer.mockImplementationOnce(async () => {
    expect(dispatch.mock.calls).toEqual([[{ kind: 'connection-changed', offline: false }]]);
    return clientState({ seq: 9, begun: true, step: passportStep() });
  });
  const { signal } = new AbortController();
  await sendAnswers({ service, flow: () => flow, dispatch, digests: new Map(), signal }, answers);
  expect(dispatch.mock.calls.map(([{ kind }]) => kind)).toEqual(['connection-changed', 'state']);
});
