import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Execution } from '@vendor/contract';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { deliverDue } from '../../testing/deliver-due.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { insertEndpoint } from '../db/webhooks/webhook-endpoints.ts';
import { createOutgoing } from '../outgoing/create-outgoing.ts';
import { createEndpointSecret } from '../webhooks/endpoints/endpoint-secrets.ts';
import { purgeExecution } from './purge-execution.ts';
import { openPurgeJournal } from './purge-journal.ts';

/**
 * Opens a receiver on this machine that records all bytes of each connection. It answers with the given statuses in order, each
 * after `meanwhile`.
 */
async function openReceiver(statuses: number[], meanwhile: { inTheMiddle: () => Promise<void> }) {
  const connections: Buffer[] = [];
  const server = createServer(async (socket) => {
    const parts: Buffer[] = [];
    for await (const part of socket) {
      parts.push(part as Buffer);
      const [head = '', body = ''] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body.length < length) continue;
      connections.push(Buffer.concat(parts));
      await meanwhile.inTheMiddle();
      socket.end(`HTTP/1.1 ${statuses.shift()} Status\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      break;
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { connections, port: (server.address() as { port: number }).port, close: () => server.close() };
}

function parsed(bytes: Buffer) {
  const [head = '', body = ''] = bytes.toString('utf8').split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]),
  ) as Record<string, string>;
  return { headers, body };
}

/** Reads every byte of the database, its log, and the other files in the folder of the service. */
function bytesIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

it.each([
  ['after a purge', false],
  ['after a purge in the middle of its first attempt', true],
])(
  'retries an event %s under the same id, without a byte of personal data',
  { tags: ['DHOOK-34'] },
  async (_, isInTheMiddle) => {
    const service = await InProcessService.open();
    const meanwhile = { inTheMiddle: async () => {} };
    const receiver = await openReceiver([500, 204], meanwhile);
    const outgoing = createOutgoing({ allowLoopback: true });
    try {
      const account = await service.addAccount('A shop');
      const backend = new Backend(service, account.apiKey);
      const workflowId = await service.addWorkflow(account.id, documentWorkflow);
      const secret = createEndpointSecret();
      await insertEndpoint(service.database.main, service.services.vault, {
        id: 'endpoint',
        accountId: account.id,
        url: `http://127.0.0.1:${receiver.port}/webhooks`,
        secret,
        events: ['orchestration/workflow_execution_finished'],
        createdAt: service.clock.time,
      });
      const { data } = await backend.start({ workflowId, inputs: { user_id: 'canary-user' } });
      const page = new Page(service);
      await page.init(data.token);
      await page.post('begin');
      await page.submitPassport();
      await service.runDueJobs();
      const [check] = (await backend.read<Execution>(data.executionId)).data.checks ?? [];
      const link = new URL(check?.capturedMedia?.documentFront?.url ?? '').pathname;
      const { fullName, birthDate, documentNumber } = check?.documentCheckExtractedData ?? {};
      const canaries = ['canary-user', link, fullName, birthDate, documentNumber].map(String);
      expect(canaries).not.toContain('undefined');
      expect(canaries).not.toContain('null');

      const purging = {
        actor: operator,
        purges: createPurgeStore(service.database, service.seal),
        journal: openPurgeJournal(`${service.folder}/journal/purges.log`),
        media: service.services.media,
        clock: service.clock,
      };
      const { wrapped_key: key, sealed_inputs: sealed } = await service.database.main
        .selectFrom('executions')
        .select(['wrapped_key', 'sealed_inputs'])
        .executeTakeFirstOrThrow();
      const purge = async () => {
        expect(await purgeExecution(purging, data.executionId, service.clock.time)).toBe('purged');
        expect(await purging.purges.emptyLog()).toBe(true);
        meanwhile.inTheMiddle = async () => {};
      };
      if (isInTheMiddle) meanwhile.inTheMiddle = purge;
      await deliverDue(service, outgoing);
      if (!isInTheMiddle) await purge();
      service.clock.time += 2 * 60_000;
      await deliverDue(service, outgoing);

      const [before, after] = receiver.connections;
      expect(receiver.connections).toHaveLength(2);
      for (const canary of canaries) {
        expect(before?.includes(canary), canary).toBe(true);
        expect(after?.includes(canary), canary).toBe(false);
      }
      const [first, second] = [parsed(before!), parsed(after!)];
      expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
      const signed = new Webhook(secret).sign(
        second.headers['webhook-id']!,
        new Date(Number(second.headers['webhook-timestamp']) * 1000),
        second.body,
      );
      expect(second.headers['webhook-signature']).toBe(signed);
      expect(JSON.parse(second.body)).toMatchObject({
        data: { id: data.executionId, status: 'APPROVED', dataPurgedAt: expect.any(String) },
      });
      const log = JSON.stringify(
        await service.database.main.selectFrom('webhook_attempts').selectAll().execute(),
      );
      for (const canary of canaries) {
        expect(log).not.toContain(canary);
        expect(service.logLines.join('\n')).not.toContain(canary);
      }
      // Neither the attempt under way nor the one after it has stored anything again, sealed or not.
      const kept = bytesIn(service.folder);
      expect(kept.includes(data.executionId)).toBe(true);
      for (const trace of [...canaries, key!, sealed!])
        expect(kept.includes(Buffer.from(trace as string)), String(trace)).toBe(false);
    } finally {
      await outgoing.close();
      receiver.close();
      await service.close();
    }
  },
);
