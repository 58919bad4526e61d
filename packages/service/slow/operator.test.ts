import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mmdbOf } from '../testing/mmdb.ts';
import { ServiceProcess } from './service-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { orchestration: string } };
const binary = fileURLToPath(new URL(`../${bin.orchestration}`, import.meta.url));

let service: ServiceProcess;
beforeAll(async () => {
  service = await ServiceProcess.create();
  service.settings = {
    DEVELOPMENT: 'false',
    ALLOW_LOOPBACK: 'false',
    PUBLIC_URL: 'https://verify.example',
  };
});
afterAll(() => service.remove());

/** Runs the command as a shell would. */
async function orchestration(line: string, input = '', own: Readonly<Record<string, string>> = {}) {
  const { port, folder, settings } = service;
  const environment = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), ...settings, ...own };
  const running = promisify(execFile)(process.execPath, [binary, ...line.split(' ')], { env: environment });
  running.child.stdin?.end(input);
  const { code, stdout, stderr } = await running.then(
    (output) => ({ code: 0, ...output }),
    (error) => error as { code: number; stdout: string; stderr: string },
  );
  return { code, stdout, stderr };
}

/** A command that must succeed. @returns what it answers in JSON. */
async function ask(line: string, input?: string): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await orchestration(`${line} --json`, input);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function start(key: string | undefined, workflowId: string | undefined): Promise<number> {
  const reply = await fetch(`${service.url}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      workflowId,
      inputs: { user_id: 'u', email: 'a@b.example', phone_number: '+4930123456' },
    }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

const formWorkflow = {
  start: 'form',
  nodes: {
    form: { kind: 'form', fields: [{ name: 'user_fullname' }], next: 'end' },
    end: { kind: 'end' },
  },
};

describe('the command line of operators', () => {
  it('makes a service in production usable from an empty folder, while it runs, and takes a key back at once', {
    tags: ['DHOOK-21'],
  }, async () => {
    await service.start();
    expect((await orchestration('doctor')).code).toBe(1);
    const account = (await ask('account create --name Shop')).id;
    const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
    const workflow = (await ask(`workflow import - --account ${account}`, example)).id;
    const { key, id } = await ask(`key create --account ${account}`);
    expect(await start(key, workflow)).toBe(200);
    // Uses that the service notes are in the same database by the time it has stopped.
    await ask(`webhook add --account ${account} --url https://shop.example/hooks`);
    const examined = await orchestration('doctor');
    expect([examined.stderr, examined.code]).toEqual(['', 0]);
    expect(examined.stdout).toContain(`answers at ${service.url}`);
    expect(examined.stdout).toContain('✓ readiness');
    expect(examined.stdout).toContain('✓ clock trust: Wall clock and monotonic clock agree.');
    await ask(`key revoke ${id}`);
    expect(await start(key, workflow)).toBe(401);
    await service.stop();
    const [listed] = (await ask('key list')) as unknown as { lastUsedAt: string; revokedAt: string }[];
    expect(Date.parse(listed?.lastUsedAt ?? '')).not.toBeNaN();
    expect(Date.parse(listed?.revokedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(listed?.lastUsedAt ?? ''));
    expect(service.log).not.toContain(key);
  });

  it('names every setting that cannot be used, at start and in doctor, and warns of lookalikes', async () => {
    const before = service.settings;
    const faulty = {
      TRUSTED_PROXIES: 'localhost',
      LOG_LEVEL: 'loud',
      MASTER_KEY: 'canary',
      IP_ASN_DB: join(service.folder, 'absent'),
      RATE_LIMT: '5',
    };
    service.settings = { ...before, ...faulty };
    service.log = '';
    const [code] = await once(service.spawn(), 'close');
    const examined = await orchestration('doctor');
    service.settings = before;
    expect([code, examined.code]).toEqual([1, 1]);
    const lines = service.log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    for (const name of ['TRUSTED_PROXIES', 'LOG_LEVEL', 'MASTER_KEY', 'IP_ASN_DB']) {
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          setting: name,
          message: expect.stringContaining(`cannot be used. ${name}`),
        }),
      );
      expect(examined.stdout).toContain(`✗ variables: ${name}`);
    }
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', variable: 'RATE_LIMT', setting: 'RATE_LIMIT' }),
    );
    expect(examined.stdout).toContain('! variables: RATE_LIMT');
    expect(service.log + examined.stdout).not.toContain('canary');
  });

  it('lets a workflow be started and no longer at once, while what is under way goes on', {
    tags: ['S2.2-3'],
  }, async () => {
    await service.start();
    const account = (await ask('account create --name Switch')).id;
    const definition = JSON.stringify({ name: 'Form', definition: formWorkflow });
    const { id } = await ask(`workflow import - --account ${account} --inactive`, definition);
    const { key = '' } = await ask(`key create --account ${account}`);
    expect(await start(key, id)).toBe(404);
    const activated = await orchestration(`workflow activate ${id}`);
    expect(activated).toEqual({ code: 0, stdout: `The workflow ${id} can be started.\n`, stderr: '' });
    const post = (path: string, credential: Record<string, string>, body: object) =>
      fetch(`${service.url}/orchestration-api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...credential },
        body: JSON.stringify(body),
      });
    const request = { workflowId: id, inputs: { user_id: 'u' } };
    const begun = await post('init-workflow', { 'x-api-key': key }, request);
    const { data } = (await begun.json()) as { data: { token: string } };
    const deactivated = await orchestration(`workflow deactivate ${id}`);
    const gone = `The workflow ${id} can no longer be started.\n`;
    expect(deactivated).toEqual({ code: 0, stdout: gone, stderr: '' });
    expect(await start(key, id)).toBe(404);
    const init = { sdkVersion: '0', capabilities: ['form'], nonce: 'nonce-of-16-chars' };
    expect((await post('client/init', { authorization: `Bearer ${data.token}` }, init)).status).toBe(200);
    await service.stop();
  });

  it('brings in lists of people and of networks, which checks look into from then on', async () => {
    const countries = join(service.folder, 'countries.mmdb');
    writeFileSync(countries, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    const before = service.settings;
    service.settings = { ...before, IP_COUNTRY_DB: countries };
    await service.start();
    const account = (await ask('account create --name Lists')).id;
    const nodes = { aml: { kind: 'aml', next: 'ip' }, ip: { kind: 'ip', next: 'end' }, end: { kind: 'end' } };
    const definition = JSON.stringify({ name: 'Lists', definition: { start: 'aml', nodes } });
    const { id: workflowId } = await ask(`workflow import - --account ${account}`, definition);
    const { key } = await ask(`key create --account ${account}`);
    const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' };
    const api = `${service.url}/orchestration-api/v1`;
    const detailsOf = async (user_fullname: string) => {
      const inputs = { user_id: 'u', user_fullname, ip: '81.2.69.142', user_country: 'FR' };
      const body = JSON.stringify({ workflowId, inputs });
      const started = await fetch(`${api}/init-workflow`, { method: 'POST', headers, body });
      const { data } = (await started.json()) as { data: { executionId: string } };
      return vi.waitFor(
        async () => {
          const reply = await fetch(`${api}/workflow-execution/${data.executionId}`, { headers });
          const execution = (await reply.json()) as { data: { checks: { statusDetail: string }[] | null } };
          expect(execution.data.checks).not.toBeNull();
          return execution.data.checks?.map(({ statusDetail }) => statusDetail);
        },
        { timeout: 30_000, interval: 100 },
      );
    };
    const address = 'IP: IP_COUNTRY_DIFFERS, IP_NETWORK_UNKNOWN';
    expect(await detailsOf('Anna Eriksson')).toEqual(['AML: AML_LIST_MISSING', address]);
    const list = 'id,name,countries\n36,Ана Эриксон,FR\n';
    await ask('lists import - --format simple-csv --list ours', list);
    expect(await detailsOf('Anna Eriksson')).toEqual([
      expect.stringMatching(/^AML: AML_HIT; ours\/36 0\.9\d SIMILAR_NAME COUNTRY$/),
      address,
    ]);
    expect(await detailsOf('Piotr Nowak')).toEqual(['AML', address]);
    await service.stop();
    service.settings = before;
  });

  it('gives a webhook that verifies, before and after its secret was rotated', {
    tags: ['DHOOK-6'],
  }, async () => {
    const receiver = await WebhookReceiver.open();
    service.settings = {};
    await service.start();
    try {
      const account = (await ask('account create --name Another')).id;
      const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
      const workflow = (await ask(`workflow import - --account ${account}`, example)).id;
      const { key } = await ask(`key create --account ${account} --mode test`);
      const url = `http://localhost:${receiver.port}/webhooks`;
      const endpoint = await ask(`webhook add --account ${account} --url ${url}`);
      const { secret: fresh } = await ask(`webhook rotate-secret ${endpoint.id}`);
      for (const [index, secret] of [endpoint.secret, fresh].entries()) {
        receiver.secret = secret ?? '';
        expect(await start(key, workflow)).toBe(200);
        await vi.waitFor(() => expect(receiver.received).toHaveLength(index + 1), { timeout: 30_000 });
      }
      expect(receiver.refused).toEqual([]);
    } finally {
      await service.stop();
      receiver.close();
    }
  });

  it('connects to this machine only where it was told so', { tags: ['DHOOK-19'] }, async () => {
    const receiver = await WebhookReceiver.open();
    const url = `http://localhost:${receiver.port}/webhooks`;
    for (const [told, outcome] of [
      ['false', { delivered: false, error: 'ADDRESS_REFUSED' }],
      ['true', { delivered: true, error: null }],
    ] as const) {
      // Whatever the variable says that many programs take for production.
      service.settings = { ALLOW_LOOPBACK: told, NODE_ENV: told === 'true' ? 'production' : 'development' };
      await service.start();
      try {
        const account = (await ask('account create --name Loopback')).id;
        const { key } = await ask(`key create --account ${account} --for webhooks`);
        const add = `webhook add --account ${account} --url ${url} --json`;
        expect((await orchestration(add)).code).toBe(told === 'true' ? 0 : 2);
        const { stdout } = await orchestration(add, '', { ALLOW_LOOPBACK: 'true' });
        const endpoint = JSON.parse(stdout) as { id: string; secret: string };
        receiver.secret = endpoint.secret;
        const reply = await fetch(`${service.url}/orchestration-api/v1/webhooks/${endpoint.id}/test`, {
          method: 'POST',
          headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
          body: '{}',
        });
        expect(((await reply.json()) as { data: object }).data).toMatchObject(outcome);
      } finally {
        await service.stop();
      }
    }
    expect(receiver.received).toHaveLength(1);
    receiver.close();
  });

  it('sends an execution again once, whether it is taken or not', {
    tags: ['S6.1-8', 'DHOOK-17'],
  }, async () => {
    const receiver = await WebhookReceiver.open();
    service.settings = {};
    await service.start();
    try {
      const account = (await ask('account create --name Third')).id;
      const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
      const workflow = (await ask(`workflow import - --account ${account}`, example)).id;
      const { key } = await ask(`key create --account ${account} --mode test`);
      const url = `http://localhost:${receiver.port}/webhooks`;
      const add = `webhook add --account ${account} --url ${url} --event finished --event sync`;
      receiver.secret = (await ask(add)).secret ?? '';
      expect(await start(key, workflow)).toBe(200);
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 });
      const finished = receiver.received[0]?.envelope;
      await ask(`execution resend ${finished?.data.id}`);
      await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 30_000 });
      expect(receiver.received[1]?.envelope).toMatchObject({
        event: 'orchestration/workflow_execution_sync',
        data: finished?.data,
      });
      receiver.secret = `whsec_${'A'.repeat(43)}=`;
      await ask(`execution resend ${finished?.data.id}`);
      const undelivered = async () => {
        const listed = (await ask(`webhook list --account ${account}`)) as unknown as {
          undelivered: number;
        }[];
        expect(listed).toMatchObject([{ undelivered: 1 }]);
      };
      await vi.waitFor(undelivered, { timeout: 30_000 });
      expect(receiver.refused).toHaveLength(1);
    } finally {
      await service.stop();
      receiver.close();
    }
  });

  it('says how it ended', async () => {
    expect((await orchestration('--help')).code).toBe(0);
    expect((await orchestration('nonsense')).code).toBe(2);
    const unknown = await orchestration('key revoke none');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  });
});
