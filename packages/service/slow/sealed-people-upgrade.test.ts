import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operate } from './operate.ts';
import { ServiceProcess } from './service-process.ts';

/** Data written by the last version before migration 0021: two people, the first with an authenticator app, and a key. */
const before = new URL('../testing/data-0020/', import.meta.url);
const secrets: {
  readonly files: Readonly<Record<string, string>>;
  readonly account: string;
  readonly key: string;
  readonly password: string;
  readonly totpSecret: string;
  readonly recoveryCode: string;
} = JSON.parse(readFileSync(new URL('secrets.json', before), 'utf8'));

let service: ServiceProcess;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vo-0020-'));
  writeFileSync(join(folder, 'service.db'), gunzipSync(readFileSync(new URL('service.db.gz', before))));
  for (const [name, text] of Object.entries(secrets.files))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  service = await ServiceProcess.create(undefined, folder);
  service.settings = { PUBLIC_URL: service.url.replace('127.0.0.1', 'localhost') };
  await service.start();
});
afterAll(() => service.remove());

/** Opens a browser with the panel, which keeps its cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${service.url}/admin-api/v1/${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const { data } = (await reply.json()) as { data?: unknown };
    return { status: reply.status, data };
  };
}

const signIn = async (email: string, password = secrets.password) => {
  const send = openBrowser();
  return { send, reply: await send('POST', 'sign-in', { email, password }) };
};

describe('people stored before migration 0021', () => {
  it('signs people in with their earlier password and authenticator code, in their role', async () => {
    const { send, reply } = await signIn('owner@insurer.example');
    expect(reply).toMatchObject({ status: 200, data: { next: 'totp' } });
    const code = new TOTP({ secret: secrets.totpSecret }).generate();
    expect(await send('POST', 'sign-in/code', { code })).toMatchObject({
      status: 200,
      data: { next: 'done' },
    });
    expect(await send('GET', 'session')).toMatchObject({
      data: { person: { email: 'owner@insurer.example' }, role: 'owner', mustAddSecondStep: false },
    });
  });

  it('accepts an earlier recovery code once', async () => {
    const codes = [];
    for (let tries = 0; tries < 2; tries += 1) {
      const { send } = await signIn('owner@insurer.example');
      codes.push((await send('POST', 'sign-in/code', { code: secrets.recoveryCode })).status);
    }
    expect(codes).toEqual([200, 401]);
  });

  it('requires a second step from people without one if their account requires it', async () => {
    const { send, reply } = await signIn('analyst@insurer.example');
    expect(reply).toMatchObject({ status: 200, data: { next: 'done' } });
    expect((await send('GET', 'session')).data).toMatchObject({ mustAddSecondStep: true });
  });

  it('refuses a wrong password', async () => {
    expect((await signIn('analyst@insurer.example', 'another one of words')).reply.status).toBe(401);
  });
});

it('accepts an earlier API key, and finds no changed row', async () => {
  const reply = await fetch(`${service.url}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': secrets.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      workflowId: '00000000-0000-4000-8000-000000000000',
      inputs: { user_id: 'u' },
    }),
  });
  expect(await reply.json()).toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  await operate(service.folder, 'audit verify');
  expect(service.log).not.toContain('"level":"error"');
});
