import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Execution } from '@vendor/contract';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { orchestration: string } };
const binary = fileURLToPath(new URL(`../${bin.orchestration}`, import.meta.url));

/** A list with the holder of the specimen passport, and a person without a document. */
const list = `id,name,aliases,birth_dates,countries
holder,Anna Maria Eriksson,,1974-08-12,
other,Piotr Nowak,,1980-05-17,
`;

let service: ServiceProcess;
let client: ServiceClient;
let accountId: string;
let passport: Uint8Array;

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  client = new ServiceClient(service);
  const accounts = JSON.parse(await orchestration('account list --json')) as { id: string }[];
  accountId = accounts[0]?.id ?? '';
  await orchestration('lists import - --format simple-csv --list ours', list);
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page, blurPx: 0 });
  passport = await encodeJpeg(picture);
}, 120_000);
afterAll(() => service.remove());

/** Runs an operators' command that must succeed. @returns its output. */
async function orchestration(line: string, input = ''): Promise<string> {
  const { port, folder, settings } = service;
  const environment = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), ...settings };
  const running = promisify(execFile)(process.execPath, [binary, ...line.split(' ')], { env: environment });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

async function call<Data>(path: string, credential: Record<string, string>, body: object): Promise<Data> {
  const reply = await fetch(`${service.url}/orchestration-api/v1/${path}`, {
    method: 'POST',
    headers: { ...credential, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status, await reply.clone().text()).toBe(200);
  return ((await reply.json()) as { data: Data }).data;
}

const aml = { kind: 'aml', next: 'end' };
const document = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'aml' };
const form = { kind: 'form', fields: [{ name: 'user_fullname' }, { name: 'user_dob' }], next: 'aml' };
const end = { kind: 'end' };

/** Walks through an execution with real evaluators. @returns the status detail of its screening. */
async function screening(
  definition: object,
  inputs: Record<string, string>,
  answers: Record<string, string> | null,
): Promise<string | null | undefined> {
  const file = JSON.stringify({ name: 'A screening', definition });
  const imported = JSON.parse(await orchestration(`workflow import - --account ${accountId} --json`, file));
  const key = { 'x-api-key': service.development.apiKey };
  const start = { workflowId: (imported as { id: string }).id, inputs: { user_id: 'u', ...inputs } };
  const { executionId, token } = await call<{ executionId: string; token: string }>(
    'init-workflow',
    key,
    start,
  );
  const init = { sdkVersion: '0', capabilities: ['document', 'form'], nonce: 'nonce-of-16-chars' };
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const { sessionKey } = await call<{ sessionKey: string }>('client/init', bearer(token), init);
  let state = await client.begin(sessionKey);
  while (state.awaiting !== 'none') {
    if (state.awaiting === 'checks') {
      state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
    } else if (state.step?.kind === 'form') {
      state = await call(`client/steps/form/attempts/1/answers`, bearer(sessionKey), { answers });
    } else {
      const digest = await client.putFront(sessionKey, 1, passport);
      state = await client.submitPassport(sessionKey, 1, digest);
    }
  }
  const { checks }: Execution = await client.read(executionId);
  return checks?.at(-1)?.statusDetail;
}

describe('names used by an AML screening', () => {
  const sent = { user_fullname: 'Piotr Nowak', user_dob: '1980-05-17' };
  const other = 'AML: AML_EXACT_HIT; ours/other 1.00 NAME BIRTH_DATE';
  const nodes = { aml, end };

  it('screens the person given in the start request', { tags: ['S2.3-40'] }, async () => {
    expect(await screening({ start: 'aml', nodes }, sent, null)).toBe(other);
  });

  it('screens the person that the user typed', async () => {
    expect(await screening({ start: 'form', nodes: { form, ...nodes } }, {}, sent)).toBe(other);
  });

  it('screens the name of the document if no name was sent', async () => {
    const named = { ...aml, name: 'document' };
    const detail = await screening({ start: 'document', nodes: { document, aml: named, end } }, {}, null);
    expect(detail).toBe('AML: AML_EXACT_HIT; ours/holder 1.00 NAME BIRTH_DATE');
  });

  it('screens both the holder of the document and the person that the user typed', async () => {
    const both = { document: { ...document, next: 'form' }, form, ...nodes };
    const detail = await screening({ start: 'document', nodes: both }, {}, sent);
    expect(detail).toContain('AML: AML_EXACT_HIT');
    for (const entry of ['ours/holder', 'ours/other']) expect(detail).toContain(entry);
  });
});
