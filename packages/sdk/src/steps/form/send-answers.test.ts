import { expect, test, vi } from 'vitest';
import { startFlow } from '../../flow/advance.ts';
import type { FlowState } from '../../flow/flow-state.ts';
import { AnswersRefused } from '../../session/answers-refused.ts';
import { ServiceFailure } from '../../session/service-failure.ts';
import { createSession } from '../../session/session.ts';
import { clientState, formStep, passportStep } from '../../testing/client-state.ts';
import { settle } from '../../testing/fake-clock.ts';
import { deferred, fakePorts } from '../../testing/fake-ports.ts';
// The session loads it with the first answers; here it is at hand.
import { sendAnswers } from './send-answers.ts';

const answers = { email: 'ada@example.com', user_dob: '1985-12-10' };

/** A session whose user has begun and sees the form. */
function atForm(prepare: (world: ReturnType<typeof fakePorts>) => unknown = () => {}) {
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

test('answers go to the form that is awaited, once, and what the service asks next comes then', async () => {
  const flow = atForm();
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

test('answers that the service does not take are asked for again', async () => {
  const flow = atForm();
  flow.service.answer.mockRejectedValueOnce(new AnswersRefused(400, ['email']));
  flow.answerForm(answers);
  await settle();
  expect(flow.screen()).toMatchObject({ kind: 'form', isSending: false, refused: ['email'] });
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  flow.answerForm(answers);
  await settle();
  expect(flow.screen().kind).toBe('processing');
});

test('a form that was answered elsewhere gives way to what the service awaits now', async () => {
  const flow = atForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('out-of-step', 409));
  flow.service.stateNow.mockResolvedValueOnce(clientState({ seq: 9, begun: true, step: passportStep() }));
  flow.answerForm(answers);
  await settle();
  expect(flow.screen().kind).toBe('instruct');
});

test('a refusal of another kind ends the flow with its code', async () => {
  const flow = atForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('unauthorized', 401));
  flow.answerForm(answers);
  await settle();
  expect(flow.events).toContainEqual(['error', 'error_code_3']);
});

test('drops the result if the user leaves while the answers are sent', async () => {
  const flow = atForm();
  const answered = deferred<ReturnType<typeof clientState>>();
  flow.service.answer.mockReturnValue(answered.promise);
  flow.answerForm(answers);
  await settle();
  flow.session.dispose();
  answered.reject(new AnswersRefused(400, ['email']));
  await settle();
  expect(flow.screen()).toMatchObject({ isSending: true, refused: [] });
});

test('while the session is exchanged for another, its end elsewhere is no news', async () => {
  const flow = atForm();
  const exchange = deferred<string>();
  flow.session.whileExchanged(() => exchange.promise);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  exchange.reject(new ServiceFailure('unavailable', 0));
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('two forms in a row are two screens', () => {
  const { screen } = atForm();
  expect(screen()).toMatchObject({ kind: 'form', stepId: 'form' });
});

test('asks once more whether the session was exchanged when that was not answered, and ends when it was not', async () => {
  const flow = atForm();
  const ask = vi.fn(async () => flow.session.whileExchanged(null));
  flow.session.whileExchanged(ask);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('a call of what is elsewhere by now ends nothing: the poll tells whether a phone has it', async () => {
  const flow = atForm();
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('taken-over', 409));
  flow.answerForm(answers);
  await settle();
  expect(flow.events.filter(([name]) => name === 'error')).toEqual([]);
  flow.failPoll(new ServiceFailure('taken-over', 409));
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test('asks for no session swap after a failure that does not concern the session', async () => {
  const flow = atForm();
  const ask = vi.fn(async () => {});
  flow.session.whileExchanged(ask);
  flow.service.answer.mockRejectedValueOnce(new ServiceFailure('unavailable', 503));
  flow.answerForm(answers);
  await settle();
  expect([ask.mock.calls.length, flow.screen().kind]).toEqual([0, 'problem']);
});

test('a begin that is refused since the flow went on elsewhere ends it at once: no phone can have it yet', async () => {
  const flow = atForm(({ service }) =>
    service.begin.mockRejectedValueOnce(new ServiceFailure('taken-over', 409)),
  );
  await settle();
  expect(flow.events).toContainEqual(['error', 'unknown']);
});

test.each(['unauthorized', 'taken-over', 'unavailable'] as const)(
  'answers that wait for a begin are not sent when it is %s',
  async (kind) => {
    const begun = deferred<ReturnType<typeof clientState>>();
    const flow = atForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
    flow.answerForm(answers);
    await settle();
    begun.reject(new ServiceFailure(kind, 0));
    await settle();
    expect(flow.screen().kind).toBe('problem');
    expect(flow.service.answer).not.toHaveBeenCalled();
  },
);

test('answers that waited for the begin are sent to no other step', async () => {
  const begun = deferred<ReturnType<typeof clientState>>();
  const flow = atForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
  flow.answerForm(answers);
  await settle();
  begun.resolve(clientState({ seq: 9, begun: true, step: formStep({ id: 'other' }) }));
  await settle();
  expect(flow.screen()).toMatchObject({ kind: 'form', stepId: 'other', isSending: false });
  expect(flow.service.answer).not.toHaveBeenCalled();
});

test('sends only answers to the current form after waiting for the begin', async () => {
  const begun = deferred<ReturnType<typeof clientState>>();
  const flow = atForm(({ service }) => service.begin.mockReturnValueOnce(begun.promise));
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

test('answers whose code has come after all are not told to wait for a connection', async () => {
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
  expect(dispatch.mock.calls.map(([{ kind }]) => kind)).toEqual(['connection-changed', 'state-told']);
});
