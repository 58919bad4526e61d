import { expect, test, vi } from 'vitest';
import { clientState, formStep } from '../testing/client-state.ts';
import { settle } from '../testing/fake-clock.ts';
import { deferred, fakePorts } from '../testing/fake-ports.ts';
import { createSession } from './session.ts';

const code = deferred<void>();
vi.mock('./send-answers.ts', async (load) => {
  const loaded = await load();
  await code.promise;
  return loaded;
});

test('answers whose code has come after all are not told to wait for a connection', async () => {
  const state = clientState({ step: formStep() });
  const { ports, service, clock } = fakePorts(state);
  service.answer.mockReturnValueOnce(deferred<typeof state>().promise);
  const start = { requester: 'Shop', state, ports, started: false, emit: () => {}, onLeft: () => {} };
  const { actions, screen } = createSession(start).view;
  actions.begin();
  actions.answerForm({ email: 'ada@example.com' });
  await clock.advance(70_000);
  expect(screen.peek()).toMatchObject({ kind: 'form', isSending: true, offline: true });
  code.resolve();
  await clock.advance(5_000);
  // However slow the machine is at loading it: the last try is under way.
  await import('./send-answers.ts');
  await settle();
  expect(service.answer).toHaveBeenCalledTimes(1);
  expect(screen.peek()).toMatchObject({ kind: 'form', isSending: true, offline: false });
});
