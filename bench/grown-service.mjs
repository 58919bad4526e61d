// The service on a data folder with many executions.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import {
  createStateSeal,
  sealStates,
  statesAfter,
} from '../packages/service/dist/db/executions/execution-states.js';
import { openDatabase } from '../packages/service/dist/db/opening/open-database.js';
import { openVault } from '../packages/service/dist/secrets/open-vault.js';
import { growDatabase } from './grown-database.mjs';
import { joinPanel } from './growth-of-panel.mjs';
import { freePort, MeasuredServer } from './measured-server.mjs';

export const api = '/orchestration-api/v1';

/** Checks that need no user. `velocity` of `ip` counts the recorded users of the same IP address and network. */
const inputChecks = {
  name: 'E-mail, phone and address',
  definition: {
    start: 'email',
    nodes: {
      email: { kind: 'email', next: 'phone' },
      phone: { kind: 'phone', next: 'ip' },
      ip: { kind: 'ip', requires: ['velocity'], next: 'end' },
      end: { kind: 'end' },
    },
  },
};

/** Calls the service. Throws an error with the reason unless the call succeeds. */
export async function call({ origin }, path, { credential, method = 'GET', body } = {}) {
  const isBytes = body instanceof Uint8Array;
  const reply = await fetch(`${origin}${api}/${path}`, {
    method,
    headers: { ...credential, ...(body && { 'content-type': isBytes ? 'image/jpeg' : 'application/json' }) },
    ...(body && { body: isBytes ? body : JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).data;
}

/** Calls the service with the account's API key. */
export const readByKey = (service, path) =>
  call(service, path, { credential: { 'x-api-key': service.apiKey } });
export const send = (service, path, body, method = 'POST') =>
  call(service, path, { credential: { 'x-api-key': service.apiKey }, method, body });

/**
 * Waits until an execution has ended.
 *
 * @returns its status.
 */
export async function waitForStatus(service, id) {
  for (;;) {
    const { status } = await readByKey(service, `workflow-execution/${id}`);
    if (status !== 'PENDING') return status;
    await pause(5);
  }
}

const command = fileURLToPath(new URL('../packages/service/dist/bundled/cli.js', import.meta.url));
const reporter = new URL('report-at-exit.mjs', import.meta.url).href;

/**
 * Returns the environment variables for the data.
 *
 * @param place - `folder`; for PostgreSQL also `databaseUrl` and `masterKeyFile`.
 */
const variablesOf = ({ folder, databaseUrl, masterKeyFile }) => ({
  DATA_DIR: folder,
  ...(databaseUrl && { DATABASE_URL: databaseUrl, MASTER_KEY_FILE: masterKeyFile }),
});

/** Opens the vault of the data at a place. */
export const vaultOf = ({ folder, masterKeyFile }) =>
  openVault({ text: undefined, file: masterKeyFile, directory: folder });

/** Converts a place to the form that the service's own functions take. */
export const dataPlaceOf = ({ folder, databaseUrl = null }) => ({ dataFolder: folder, databaseUrl });

/**
 * Runs an operator's command on data.
 *
 * @returns its JSON output, and its CPU time including Node's start.
 */
export async function runOperatorCommand(place, words) {
  const parameters = ['--import', reporter, command, ...words, '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, {
    env: { PATH: process.env.PATH, ...variablesOf(place) },
    maxBuffer: 16_000_000,
  });
  return { data: JSON.parse(stdout), cpuUs: Number(stderr.trim().split('\n').at(-1)) };
}

async function startService(place) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
    environment: {
      ...{ PORT: String(port), LOG_LEVEL: 'error', RATE_LIMIT: '1000000' },
      ...variablesOf(place),
    },
    healthUrl: `${origin}/healthz`,
  });
  const development = JSON.parse(readFileSync(join(place.folder, 'dev.json'), 'utf8'));
  // SQLite runs in the process of the service.
  return { server, origin, ...development, databaseCpuMs: () => 0 };
}

/** Creates a decided execution whose user captured a passport, with every kind of data that an execution can have. */
export async function createDecidedExecution(service, workflowId) {
  const start = { workflowId, inputs: { user_id: 'bench', user_fullname: 'Anna Maria Eriksson' } };
  const { executionId, token } = await send(service, 'init-workflow', start);
  const asPage = (credential, path, method, body) =>
    call(service, `client/${path}`, { credential: { authorization: `Bearer ${credential}` }, method, body });
  const init = { sdkVersion: '0', capabilities: ['document'], nonce: 'nonce-of-the-bench' };
  const { sessionKey } = await asPage(token, 'init', 'POST', init);
  await asPage(sessionKey, 'begin', 'POST');
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page });
  const front = await encodeJpeg(picture);
  await asPage(sessionKey, 'steps/document/attempts/1/captures/front', 'PUT', front);
  const digest = createHash('sha256').update(front).digest('base64url');
  const submission = { documentType: 'PASSPORT', captures: { front: digest } };
  await asPage(sessionKey, 'steps/document/attempts/1/submit', 'POST', submission);
  const status = await waitForStatus(service, executionId);
  if (status !== 'APPROVED') throw new Error(`The passport ended ${status}.`);
  await send(
    service,
    `workflow-execution/${executionId}`,
    { status: 'APPROVED', comment: 'As shown.' },
    'PATCH',
  );
  return executionId;
}

/**
 * Fills a folder with that many executions, and starts the service on it.
 *
 * @returns the service, the facts about its data that benchmarks need, and the numbers of rows of other tables. `done` is the
 *   id of the decided execution of which most others are copies: `idOfCopy` derives their ids from it.
 */
export async function growService(folder, count) {
  const place = { folder };
  const first = await startService(place);
  const { id: documentWorkflowId } = first.workflows.find(({ name }) => name === 'Identity document');
  const done = await createDecidedExecution(first, documentWorkflowId);
  const { executionId: waiting } = await send(first, 'init-workflow', {
    workflowId: documentWorkflowId,
    inputs: { user_id: 'bench' },
  });
  const database = join(folder, 'service.db');
  await waitForAttempt(place);
  await first.server.stop();
  const operate = async (...words) => (await runOperatorCommand(place, words)).data;
  const [account] = await operate('account', 'list');
  const keyOptions = ['--account', account.id, '--for', 'webhooks', '--mode', 'test'];
  const { key: webhookKey } = await operate('key', 'create', ...keyOptions);
  const file = join(folder, 'checks.json');
  writeFileSync(file, JSON.stringify(inputChecks));
  const { id: workflowId } = await operate('workflow', 'import', file, '--account', account.id);
  markDelivered(database);
  const vault = vaultOf(place);
  const rows = growDatabase(database, { done, waiting, count, vault });
  await sealCopies(folder, vault);
  const panel = await joinPanel(dataPlaceOf(place), account.id, vault);
  const megabytes = statSync(database).size / 1e6;
  const service = await startService(place);
  return { ...service, folder, count, rows, megabytes, workflowId, done, webhookKey, panel };
}

/** Starts the service again on data that were grown before, with a new person of the Admin Panel. */
export async function reopenService(place, grown) {
  const { id } = (await runOperatorCommand(place, ['account', 'list'])).data[0];
  const panel = await joinPanel(dataPlaceOf(place), id, vaultOf(place));
  return { ...(await startService(place)), ...grown, ...place, panel };
}

const statesAtATime = 2000;

/** Seals the state of each execution, because a copy has other ids and times than the sealed original. */
async function sealCopies(folder, vault) {
  const { main, close } = await openDatabase(folder);
  const seal = createStateSeal(vault);
  for (let after = ''; ; ) {
    const ids = (await statesAfter(main, after, statesAtATime)).map(({ id }) => id);
    if (ids.length === 0) break;
    await main.transaction().execute((transaction) => sealStates(transaction, seal, ids));
    after = ids.at(-1);
  }
  await close();
}

/** Waits until the first attempt of a delivery is logged, which happens asynchronously. Nobody listens, so the attempt fails. */
async function waitForAttempt(place) {
  for (;;) {
    const { data } = await runOperatorCommand(place, ['webhook', 'deliveries']);
    if (data.some(({ attempts }) => attempts > 0)) return;
  }
}

/** Marks all deliveries as delivered at the first attempt, and subscribes the endpoints to no further events. */
function markDelivered(file) {
  const database = new DatabaseSync(file);
  database.exec(`update webhook_endpoints set events = '[]';
    update webhook_deliveries set state = 'delivered', next_at = null, delivered_at = created_at;
    delete from webhook_attempts where id > (select min(id) from webhook_attempts);
    delete from jobs where kind = 'deliver'`);
  database.close();
}
