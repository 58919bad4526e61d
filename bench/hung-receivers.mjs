// Webhook receivers that do not reply unless the benchmark lets them, to measure their effect on other endpoints: real
// sockets, and accounts whose events go there.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { createApiKey } from '../packages/service/dist/accounts/api-key.js';
import { exampleWorkflows } from '../packages/service/dist/accounts/development-account.js';
import { insertAccount, insertApiKey } from '../packages/service/dist/db/accounts/accounts.js';
import { insertWorkflow } from '../packages/service/dist/db/accounts/workflow-library.js';
import { createRowSeal } from '../packages/service/dist/db/integrity/sealed-rows.js';
import { joinDatabase } from '../packages/service/dist/db/opening/open-database.js';
import { insertEndpoint } from '../packages/service/dist/db/webhooks/webhook-endpoints.js';
import { openVault } from '../packages/service/dist/secrets/open-vault.js';
import { createEndpointSecret } from '../packages/service/dist/webhooks/endpoints/endpoint-secrets.js';

/** Accepts connections and requests, and replies only while `answers` is true. */
export async function openHungReceiver() {
  const waiting = new Set();
  let answers = false;
  let answered = 0;
  const server = createServer((socket) => {
    // Reads the request before it replies, because an idle connection must not get a reply.
    socket.once('data', () => {
      if (!answers) return waiting.add(socket);
      answered += 1;
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
    });
    socket.resume();
    socket.on('error', () => {});
    socket.once('close', () => waiting.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    set answers(value) {
      answers = value;
    },
    /** Number of requests with a reply. */
    get answered() {
      return answered;
    },
    /** Number of requests that currently wait for a reply. */
    get waiting() {
      return waiting.size;
    },
    close() {
      server.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

/**
 * Adds accounts to the database of a running service, each with a number of endpoints at an address and a workflow that needs
 * no user.
 *
 * @returns the credentials for starting an execution in each: `{ apiKey, workflowId }`.
 */
export async function addAccounts(folder, { accounts, endpoints, url }) {
  const { definition, name } = exampleWorkflows.find((workflow) => workflow.name === 'E-mail and phone');
  const vault = openVault({ directory: folder });
  const rows = createRowSeal(vault);
  const database = await joinDatabase(folder);
  const now = Date.now();
  const add = async (trx) => {
    const [accountId, workflowId] = [randomUUID(), randomUUID()];
    await insertAccount(trx, { id: accountId, name: 'Hung', createdAt: now, retentionDays: null });
    await insertWorkflow(trx, { id: workflowId, accountId, name, active: true, definition, now });
    const { key: apiKey, ...key } = createApiKey('live');
    await insertApiKey(trx, rows, { ...key, accountId, mode: 'live', name: null, workflowIds: null, now });
    for (let place = 0; place < endpoints; place += 1)
      await insertEndpoint(trx, vault, {
        id: randomUUID(),
        accountId,
        url,
        secret: createEndpointSecret(),
        events: ['orchestration/workflow_execution_finished'],
        createdAt: now,
      });
    return { apiKey, workflowId };
  };
  try {
    return await database.main.transaction().execute(async (trx) => {
      const added = [];
      for (let count = 0; count < accounts; count += 1) added.push(await add(trx));
      return added;
    });
  } finally {
    await database.close();
  }
}
