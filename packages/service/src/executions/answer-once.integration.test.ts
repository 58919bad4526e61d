import { afterEach, beforeEach, expect, it } from 'vitest';
import { Backend, documentWorkflow } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { noLock } from '../transaction-locks.ts';
import { answerOnce, type KeepReply } from './answer-once.ts';

let service: InProcessService;
let executionId: string;
beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const backend = new Backend(service, account.apiKey);
  ({ executionId } = (await backend.start({ workflowId, inputs: { user_id: 'u' } })).data);
});
afterEach(() => service.close());

/** Makes the same call on a separate instance. */
const call = (body: string, carryOut: (keep: KeepReply) => Promise<{ by: string }>) =>
  answerOnce(
    { ...service.services, callsInProgress: new Set() },
    { name: 'name', apiKeyId: 'key', request: { operation: 'any', body } },
    carryOut,
  );

const keepAs = (by: string) => async (keep: KeepReply) => {
  const reply = { by };
  await service.services.store.transact(noLock, (transaction) =>
    transaction.insertKeptReply(keep(executionId, reply)),
  );
  return reply;
};

it('returns the reply that was stored first, when two instances carry out the same call', async () => {
  const late = call('body', async (keep) => {
    await call('body', keepAs('first'));
    return keepAs('late')(keep);
  });
  expect(await late).toEqual({ by: 'first' });
});

it('refuses a different request with the same key that another instance carried out in the meantime', async () => {
  const late = call('other body', async (keep) => {
    await call('body', keepAs('first'));
    return keepAs('late')(keep);
  });
  await expect(late).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});
