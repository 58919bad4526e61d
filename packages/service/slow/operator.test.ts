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

/** Runs a command that must succeed. @returns its JSON. */
async function runJson(line: string, input?: string): Promise<Record<string, string>> {
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

describe("operators' command line", () => {
  it('sets up a running production service from an empty folder, and revokes a key at once', {
    tags: ['DHOOK-21'],
  }, async () => {
    await service.start();
    expect((await orchestration('doctor')).code).toBe(1);
    const account = (await runJson('account create --name Shop')).id;
    const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
    const workflow = (await runJson(`workflow import - --account ${account}`, example)).id;
    const { key, id } = await runJson(`key create --account ${account}`);
    expect(await start(key, workflow)).toBe(200);
    await runJson(`webhook add --account ${account} --url https://shop.example/hooks`);
    const examined = await orchestration('doctor');
    expect([examined.stderr, examined.code]).toEqual(['', 0]);
    expect(examined.stdout).toContain(`answers at ${service.url}`);
    expect(examined.stdout).toContain('✓ readiness');
    expect(examined.stdout).toContain('✓ clock trust: Wall clock and monotonic clock agree.');
    await runJson(`key revoke ${id}`);
    expect(await start(key, workflow)).toBe(401);
    await service.stop();
    // The service stores uses of keys at the latest when it stops.
    const [listed] = (await runJson('key list')) as unknown as { lastUsedAt: string; revokedAt: string }[];
    expect(Date.parse(listed?.lastUsedAt ?? '')).not.toBeNaN();
    expect(Date.parse(listed?.revokedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(listed?.lastUsedAt ?? ''));
    expect(service.log).not.toContain(key);
  });

  it('reports every unusable setting at start and in doctor, and warns of lookalikes', async () => {
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

  it('activates and deactivates a workflow at once, while its executions in progress continue', {
    tags: ['S2.2-3'],
  }, async () => {
    await service.start();
    const account = (await runJson('account create --name Switch')).id;
    const definition = JSON.stringify({ name: 'Form', definition: formWorkflow });
    const { id } = await runJson(`workflow import - --account ${account} --inactive`, definition);
    const { key = '' } = await runJson(`key create --account ${account}`);
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

  it('imports lists of people and networks, which later checks search', async () => {
    const countries = join(service.folder, 'countries.mmdb');
    writeFileSync(countries, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    const before = service.settings;
    service.settings = { ...before, IP_COUNTRY_DB: countries };
    await service.start();
    const account = (await runJson('account create --name Lists')).id;
    const nodes = { aml: { kind: 'aml', next: 'ip' }, ip: { kind: 'ip', next: 'end' }, end: { kind: 'end' } };
    const definition = JSON.stringify({ name: 'Lists', definition: { start: 'aml', nodes } });
    const { id: workflowId } = await runJson(`workflow import - --account ${account}`, definition);
    const { key } = await runJson(`key create --account ${account}`);
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
    await runJson('lists import - --format simple-csv --list ours', list);
    expect(await detailsOf('Anna Eriksson')).toEqual([
      expect.stringMatching(/^AML: AML_HIT; ours\/36 0\.9\d SIMILAR_NAME COUNTRY$/),
      address,
    ]);
    expect(await detailsOf('Piotr Nowak')).toEqual(['AML', address]);
    await service.stop();
    service.settings = before;
  });

  it('sends webhooks that verify before and after a rotation of the secret', {
    tags: ['DHOOK-6'],
  }, async () => {
    const receiver = await WebhookReceiver.open();
    service.settings = {};
    await service.start();
    try {
      const account = (await runJson('account create --name Another')).id;
      const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
      const workflow = (await runJson(`workflow import - --account ${account}`, example)).id;
      const { key } = await runJson(`key create --account ${account} --mode test`);
      const url = `http://localhost:${receiver.port}/webhooks`;
      const endpoint = await runJson(`webhook add --account ${account} --url ${url}`);
      const { secret: fresh } = await runJson(`webhook rotate-secret ${endpoint.id}`);
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

  it('connects to this machine only with ALLOW_LOOPBACK=true', { tags: ['DHOOK-19'] }, async () => {
    const receiver = await WebhookReceiver.open();
    const url = `http://localhost:${receiver.port}/webhooks`;
    for (const [allowed, outcome] of [
      ['false', { delivered: false, error: 'ADDRESS_REFUSED' }],
      ['true', { delivered: true, error: null }],
    ] as const) {
      // NODE_ENV, which many programs take as a sign of production, must not matter.
      service.settings = {
        ALLOW_LOOPBACK: allowed,
        NODE_ENV: allowed === 'true' ? 'production' : 'development',
      };
      await service.start();
      try {
        const account = (await runJson('account create --name Loopback')).id;
        const { key } = await runJson(`key create --account ${account} --for webhooks`);
        const add = `webhook add --account ${account} --url ${url} --json`;
        expect((await orchestration(add)).code).toBe(allowed === 'true' ? 0 : 2);
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

  it('sends one event for each resend of an execution, whether the receiver accepts or refuses it', {
    tags: ['S6.1-8', 'DHOOK-17'],
  }, async () => {
    const receiver = await WebhookReceiver.open();
    service.settings = {};
    await service.start();
    try {
      const account = (await runJson('account create --name Third')).id;
      const example = (await orchestration('workflow example e-mail-and-phone')).stdout;
      const workflow = (await runJson(`workflow import - --account ${account}`, example)).id;
      const { key } = await runJson(`key create --account ${account} --mode test`);
      const url = `http://localhost:${receiver.port}/webhooks`;
      const add = `webhook add --account ${account} --url ${url} --event finished --event sync`;
      receiver.secret = (await runJson(add)).secret ?? '';
      expect(await start(key, workflow)).toBe(200);
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 });
      const finished = receiver.received[0]?.envelope;
      await runJson(`execution resend ${finished?.data.id}`);
      await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 30_000 });
      expect(receiver.received[1]?.envelope).toMatchObject({
        event: 'orchestration/workflow_execution_sync',
        data: finished?.data,
      });
      receiver.secret = `whsec_${'A'.repeat(43)}=`;
      await runJson(`execution resend ${finished?.data.id}`);
      const undelivered = async () => {
        const listed = (await runJson(`webhook list --account ${account}`)) as unknown as {
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

  it('returns its outcome as the exit code', async () => {
    expect((await orchestration('--help')).code).toBe(0);
    expect((await orchestration('nonsense')).code).toBe(2);
    const unknown = await orchestration('key revoke none');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  });
});
