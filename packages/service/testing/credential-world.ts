import { randomUUID } from 'node:crypto';
import type { Execution, StartResponse } from '@vendor/contract';
import { insertEndpoint } from '../src/db/webhooks/webhook-endpoints.ts';
import { createEndpointSecret } from '../src/webhooks/endpoints/endpoint-secrets.ts';
import { Backend, digestOf, documentWorkflow, jpegOf, Page } from './client.ts';
import { handOver, secretIn } from './hand-off-world.ts';
import { InProcessService } from './in-process-service.ts';
import { openAnother, popupNonce, ticketIn } from './popup-world.ts';

/** Every credential that a caller can hold, and none at all. */
export const credentials = [
  'nothing',
  'nonsense',
  'the id of the execution',
  'the key',
  'a revoked key',
  'a key for another workflow',
  'the key of another account',
  'a test key',
  'a key for webhooks',
  'a test key for webhooks',
  'a key for webhooks of another account',
  'the token of another execution',
  'the session of another account',
  'the secret of a link',
  'the ticket of a popup',
  'the session of a popup',
  'the session of the opener of a popup',
  'the secret of a hand-off',
  'the session of a phone',
  'the session that was handed over',
  'a session that was taken over',
  'the token',
  'the session',
] as const;
export type Credential = (typeof credentials)[number];

/** Two accounts with an execution in each state for which a credential is valid. */
export interface CredentialWorld {
  readonly service: InProcessService;
  /** Value of each credential. */
  readonly held: Readonly<Record<Credential, string>>;
  readonly workflowId: string;
  /** Execution of `the session`: begun, with a captured front. */
  readonly executionId: string;
  readonly otherExecutionId: string;
  readonly digest: string;
  /** Signed media link of an ended execution, as path and query. */
  readonly mediaPath: string;
  /** Endpoint of the account, with a pending delivery. */
  readonly endpointId: string;
  readonly deliveryId: string;
}

export async function createCredentialWorld(): Promise<CredentialWorld> {
  const service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  const other = await service.addAccount('Another shop');
  const workflowId = await service.addWorkflow(account.id, documentWorkflow);
  const unrelatedId = await service.addWorkflow(account.id, documentWorkflow);
  const otherWorkflowId = await service.addWorkflow(other.id, documentWorkflow);
  const revoked = await service.addApiKey(account.id, null);
  const { main } = service.database;
  await main
    .updateTable('api_keys')
    .set({ revoked_at: 1 })
    .where('id', '=', /^vo_live_(.{12})/.exec(revoked)?.[1] ?? '')
    .execute();

  const endpointId = randomUUID();
  await insertEndpoint(main, service.services.vault, {
    id: endpointId,
    accountId: account.id,
    url: 'https://shop.example/webhooks',
    secret: createEndpointSecret(),
    events: ['orchestration/workflow_execution_finished'],
    createdAt: service.clock.time,
  });

  const start = async (apiKey: string, of: string): Promise<StartResponse> =>
    (await new Backend(service, apiKey).start({ workflowId: of, inputs: { user_id: 'u' } })).data;
  const begin = async (apiKey: string, of: string) => {
    const { token, executionId } = await start(apiKey, of);
    const page = new Page(service);
    await page.init(token);
    await page.post('begin');
    return { page, token, executionId };
  };

  const mine = await begin(account.apiKey, workflowId);
  const front = jpegOf('front');
  await mine.page.put('steps/document/attempts/1/captures/front', front);
  const theirs = await begin(other.apiKey, otherWorkflowId);

  const opener = await begin(account.apiKey, workflowId);
  const window = new Page(service);
  // A nonce of its own: with that of the opener it would count as the same page.
  await window.init(ticketIn(await openAnother(opener.page)), popupNonce);
  const waiting = await begin(account.apiKey, workflowId);
  const ticket = ticketIn(await openAnother(waiting.page));

  const handing = await begin(account.apiKey, workflowId);
  const phone = new Page(service);
  await phone.init(secretIn((await handOver(handing.page)).data.url), popupNonce);
  const offering = await begin(account.apiKey, workflowId);
  const secret = secretIn((await handOver(offering.page)).data.url);

  const taken = await begin(account.apiKey, workflowId);
  const takenOver = taken.page.sessionKey;
  await taken.page.init(taken.token, 'another-nonce-of-16');

  const done = await begin(account.apiKey, workflowId);
  await done.page.submitPassport();
  await service.runDueJobs();
  const read = await new Backend(service, account.apiKey).read<Execution>(done.executionId);
  const media = new URL(read.data.checks?.[0]?.capturedMedia?.documentFront?.url ?? '');

  const delivery = await main.selectFrom('webhook_deliveries').select('id').executeTakeFirstOrThrow();
  const body = { workflowId, inputs: { user_id: 'u' } };
  const link = (await new Backend(service, account.apiKey).link(body)).data.redirectUrl;
  return {
    service,
    workflowId,
    executionId: mine.executionId,
    otherExecutionId: theirs.executionId,
    digest: digestOf(front),
    mediaPath: media.pathname + media.search,
    endpointId,
    deliveryId: delivery.id,
    held: {
      nothing: '',
      nonsense: 'nonsense',
      'the id of the execution': mine.executionId,
      'the key': account.apiKey,
      'a revoked key': revoked,
      'a key for another workflow': await service.addApiKey(account.id, [unrelatedId]),
      'the key of another account': other.apiKey,
      'a test key': await service.addApiKey(account.id, null, 'test'),
      'a test key for webhooks': await service.addApiKey(account.id, null, 'test', 'webhooks'),
      'a key for webhooks': await service.addApiKey(account.id, null, 'live', 'webhooks'),
      'a key for webhooks of another account': await service.addApiKey(other.id, null, 'live', 'webhooks'),
      'the token of another execution': theirs.token,
      'the session of another account': theirs.page.sessionKey,
      'the secret of a link': new URL(link).hash.slice(1),
      'the ticket of a popup': ticket,
      'the session of a popup': window.sessionKey,
      'the session of the opener of a popup': opener.page.sessionKey,
      'the secret of a hand-off': secret,
      'the session of a phone': phone.sessionKey,
      'the session that was handed over': handing.page.sessionKey,
      'a session that was taken over': takenOver,
      'the token': mine.token,
      'the session': mine.page.sessionKey,
    },
  };
}
