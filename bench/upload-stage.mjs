// The service in a separate process with two accounts, for measuring uploads during attacks.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../packages/service/dist/accounts/api-key.js';
import { insertAccount, insertApiKey } from '../packages/service/dist/db/accounts/accounts.js';
import { insertWorkflow } from '../packages/service/dist/db/accounts/workflow-library.js';
import { createRowSeal } from '../packages/service/dist/db/integrity/sealed-rows.js';
import { joinDatabase } from '../packages/service/dist/db/opening/open-database.js';
import { openVault } from '../packages/service/dist/secrets/open-vault.js';
import { workflowDefinitionSchema } from '../packages/service/dist/workflows/definition.js';
import { freePort, MeasuredServer } from './measured-server.mjs';
import { readProcessTree, sumOf } from './process-tree.mjs';

const api = '/orchestration-api/v1';
/** Slot of each step; steps are named by their kind. */
const slots = { document: 'front', address: 'address' };

const definitionOf = (node) =>
  workflowDefinitionSchema.parse({
    start: node.kind,
    nodes: { [node.kind]: { ...node, next: 'end' }, end: { kind: 'end' } },
  });
const definitions = {
  document: definitionOf({ kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] }),
  address: definitionOf({ kind: 'address' }),
};

export class UploadStage {
  #folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
  #server;
  #accounts;
  #port;
  #peakBytes = 0;
  #sampler;

  static async open() {
    const stage = new UploadStage();
    stage.#port = await freePort();
    stage.#server = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
      environment: {
        PORT: String(stage.#port),
        DATA_DIR: stage.#folder,
        LOG_LEVEL: 'error',
        RATE_LIMIT: '1000000',
        // Gives each user a separate IP address by `x-forwarded-for`.
        TRUSTED_PROXIES: '127.0.0.1',
      },
      healthUrl: `http://127.0.0.1:${stage.#port}/healthz`,
    });
    stage.#accounts = await addAccounts(stage.#folder, ['A', 'B']);
    stage.#sampler = setInterval(() => stage.memory(), 200);
    return stage;
  }

  /** Maximum memory of the service with all its processes so far, sampled five times per second, in bytes. */
  get peakBytes() {
    return this.#peakBytes;
  }

  /** Returns the current memory of the service with all its processes, in bytes. */
  memory() {
    const bytes = sumOf(readProcessTree(this.#server.pid), 'residentBytes');
    this.#peakBytes = Math.max(this.#peakBytes, bytes);
    return bytes;
  }

  cpuMs() {
    return sumOf(readProcessTree(this.#server.pid), 'cpuMs');
  }

  get processes() {
    return readProcessTree(this.#server.pid).length;
  }

  /**
   * Creates a session whose step waits for its picture or file.
   *
   * @param kind - `document` or `address`.
   */
  async session(account, kind, address) {
    const { apiKey, workflows } = this.#accounts[account];
    const inputs = {
      user_id: 'bench',
      user_fullname: 'Anna Maria Eriksson',
      user_address: '1 Example Street, Utopia',
    };
    const start = await this.#ask(
      'init-workflow',
      address,
      { 'x-api-key': apiKey },
      {
        workflowId: workflows[kind],
        inputs,
      },
    );
    const credential = (secret) => ({ authorization: `Bearer ${secret}` });
    const init = { sdkVersion: '0', capabilities: ['document', 'address'], nonce: randomUUID() };
    const { sessionKey } = await this.#ask('client/init', address, credential(start.token), init);
    await this.#ask('client/begin', address, credential(sessionKey));
    return { path: `${api}/client/steps/${kind}/attempts/1/captures/${slots[kind]}`, sessionKey, address };
  }

  /**
   * Uploads once.
   *
   * @returns the reply.
   */
  async put({ path, sessionKey, address }, bytes, signal) {
    const reply = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sessionKey}`, 'x-forwarded-for': address },
      body: bytes,
      signal,
    });
    await reply.arrayBuffer();
    return reply;
  }

  /**
   * Uploads like the SDK, with retries while the service asks for them.
   *
   * @returns ms until the file is stored, at most `maxMs`, and the number of refused attempts.
   */
  async putWithRetries(session, bytes, maxMs) {
    const began = performance.now();
    const signal = AbortSignal.timeout(maxMs);
    let refused = 0;
    for (; performance.now() - began < maxMs; refused += 1) {
      const reply = await this.put(session, bytes, signal).catch(() => undefined);
      if (!reply) break;
      if (reply.ok) return { ms: performance.now() - began, refused };
      const seconds = Number(reply.headers.get('retry-after'));
      if (!(seconds > 0)) throw new Error(`An honest upload was refused: ${reply.status}`);
      await pause(seconds * 1000);
    }
    return { ms: maxMs, refused };
  }

  /** Sends an upload of 15 MB at a fixed rate, and starts again whenever it is ended, until the signal aborts. */
  putSlowly({ path, sessionKey, address }, bytesPerSecond, signal) {
    const open = () => {
      if (signal.aborted) return;
      const socket = connect(this.#port, '127.0.0.1');
      const head = [
        `PUT ${path} HTTP/1.1`,
        'host: 127.0.0.1',
        `authorization: Bearer ${sessionKey}`,
        `x-forwarded-for: ${address}`,
        `content-length: ${15_000_000}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      const timer = setInterval(() => socket.write(randomBytes(bytesPerSecond)), 1000);
      const end = () => socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      socket.on('error', () => {});
      // A reply before the body is complete is a refusal.
      socket.once('data', end);
      socket.once('close', () => {
        clearInterval(timer);
        signal.removeEventListener('abort', end);
        setTimeout(open, 1000);
      });
    };
    open();
  }

  async close() {
    clearInterval(this.#sampler);
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask(path, address, credential, body) {
    const reply = await fetch(`http://127.0.0.1:${this.#port}${api}/${path}`, {
      method: 'POST',
      headers: { ...credential, 'content-type': 'application/json', 'x-forwarded-for': address },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()).data;
  }
}

/**
 * Adds accounts to the database of a running service.
 *
 * @returns API key and workflow ids of each account, by its name.
 */
async function addAccounts(folder, names) {
  const database = await joinDatabase(folder);
  const rows = createRowSeal(openVault({ directory: folder }));
  const now = Date.now();
  try {
    return await database.main.transaction().execute(async (trx) => {
      const added = {};
      for (const name of names) {
        const accountId = randomUUID();
        await insertAccount(trx, { id: accountId, name, createdAt: now, retentionDays: null });
        const { key: apiKey, ...key } = createApiKey('live');
        await insertApiKey(trx, rows, {
          ...key,
          accountId,
          mode: 'live',
          name: null,
          workflowIds: null,
          now,
        });
        const workflows = {};
        for (const [kind, definition] of Object.entries(definitions)) {
          workflows[kind] = randomUUID();
          await insertWorkflow(trx, {
            id: workflows[kind],
            accountId,
            name: kind,
            active: true,
            definition,
            now,
          });
        }
        added[name] = { apiKey, workflows };
      }
      return added;
    });
  } finally {
    await database.close();
  }
}
