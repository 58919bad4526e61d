import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { InProcessService, publicUrl } from '../../../testing/in-process-service.ts';
import { password } from '../../../testing/people-world.ts';

let service: InProcessService;
let accountId: string;
let owner: AdminBrowser;
const email = 'owner@example.com';

beforeEach(async () => {
  service = await InProcessService.open();
  accountId = (await service.addAccount('Harbour')).id;
  owner = await AdminBrowser.joined(service, email, { accountId });
});
afterEach(() => service.close());

interface Session {
  readonly acts: string[];
  readonly requestToken: string;
}

/** Begins a request whose body is not sent until `finish`. Resolves once later requests are answered, so it is admitted. */
async function beginUpload(browser: AdminBrowser, method: string, path: string, body: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  let send = () => {};
  const slowly = new ReadableStream<Uint8Array>({
    start(controller) {
      send = () => {
        controller.enqueue(bytes);
        controller.close();
      };
    },
  });
  const reply = service.app.request(`${publicUrl}/admin-api/v1/${path}`, {
    ...{ method, body: slowly, duplex: 'half' },
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-request-token': browser.requestToken,
      cookie: `__Host-admin=${browser.cookies.get('__Host-admin')}`,
      'content-type': 'application/json',
      'content-length': String(bytes.byteLength),
    },
  } as RequestInit);
  for (let round = 0; round < 3; round++) await browser.send('GET', 'session');
  return {
    finish() {
      send();
      return reply;
    },
  };
}

describe('sign-in to the panel', () => {
  test('shows who is signed in, and hides the cookie from scripts and other sites', async () => {
    const browser = new AdminBrowser(service);
    const reply = await browser.signIn(email);
    expect(reply.data).toEqual({ next: 'done' });
    const cookies = reply.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.replace(/=[^;]+/, ''))).toEqual([
      '__Host-admin; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
      '__Host-admin-device; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure',
    ]);
    const session = await browser.send<Session>('GET', 'session');
    expect(session.headers.get('cache-control')).toBe('no-store');
    expect(session.data).toMatchObject({
      person: { name: 'A Person', email },
      account: { id: accountId, name: 'Harbour' },
      accounts: [{ id: accountId }],
      role: 'owner',
      isDevelopment: false,
      testActs: ['sample.change'],
    });
    expect(session.data.acts).toContain('person.invite');
  });

  test('replaces the session that a browser sends when signing in', async () => {
    const browser = new AdminBrowser(service);
    const planted = owner.cookies.get('__Host-admin') ?? '';
    browser.cookies.set('__Host-admin', planted);
    await browser.signIn(email);
    expect(browser.cookies.get('__Host-admin')).not.toBe(planted);
  });

  test.each([
    ['a password that is not a string', { email, password: 7 }, 400],
    ['a body that is not JSON', '{', 400],
    ['a body of 9 kB', { email, password: 'x'.repeat(9000) }, 413],
  ])('refuses a sign-in with %s', async (_what, body, status) => {
    expect((await new AdminBrowser(service).send('POST', 'sign-in', body)).status).toBe(status);
  });

  test('refuses a sign-in form that is not JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await new AdminBrowser(service).send('POST', 'sign-in', 'email=a&password=b', headers);
    expect(reply.status).toBe(415);
  });
});

describe('second step', () => {
  const member = 'member@example.com';

  /** Makes a member with an authenticator app, and a signed-in browser. */
  async function withApp() {
    const browser = await AdminBrowser.joined(service, member, { accountId, role: 'analyst' });
    const { data } = await browser.send<{ secret: string; setUp: string }>('POST', 'person/totp');
    const app = new TOTP({ secret: data.secret });
    const codeAt = (timestamp: number) => app.generate({ timestamp });
    const call = { setUp: data.setUp, code: codeAt(service.clock.time - 30_000) };
    const made = await browser.send<{ recoveryCodes: string[] }>('POST', 'person/totp/confirm', call);
    expect(made.data.recoveryCodes).toHaveLength(10);
    return { browser, codeAt, secret: data.secret };
  }

  test('gives no access by password alone, and sets a new cookie after the code', async () => {
    const { codeAt, secret } = await withApp();
    const browser = new AdminBrowser(service);
    expect((await browser.signIn(member)).data).toEqual({ next: 'totp', secondSteps: ['app'] });
    const awaiting = browser.cookies.get('__Host-admin') ?? '';
    expect(browser.cookies.has('__Host-admin-device')).toBe(false);
    for (const [method, path] of [
      ['GET', 'session'],
      ['GET', 'person'],
      ['DELETE', 'sessions'],
    ] as const)
      expect((await browser.send(method, path)).status).toBe(401);
    const wrong = await browser.send('POST', 'sign-in/code', { code: '12345' });
    expect([wrong.status, wrong.problem.code]).toEqual([401, 'UNAUTHORIZED']);
    const right = await browser.send('POST', 'sign-in/code', { code: codeAt(service.clock.time) });
    expect(right.data).toEqual({ next: 'done' });
    expect(browser.cookies.get('__Host-admin')).not.toBe(awaiting);
    expect((await browser.send('GET', 'session')).status).toBe(200);

    const thief = new AdminBrowser(service);
    thief.cookies.set('__Host-admin', awaiting);
    expect((await thief.send('GET', 'session')).status).toBe(401);
    expect(service.logLines.join('\n')).not.toContain(secret);
  });

  test('asks for no code after a wrong password, also for a person with an app', async () => {
    await withApp();
    const replies = await Promise.all(
      [member, email, 'nobody@example.com'].map((one) =>
        new AdminBrowser(service).signIn(one, 'a wrong password'),
      ),
    );
    const answers = replies.map(({ status, problem }) => [status, { ...problem, requestId: '' }]);
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  });

  test('allows nothing but setting up the second step if the account requires one', async () => {
    const refused = await owner.send('PUT', 'account/second-step', { required: true });
    expect([refused.status, refused.problem.code]).toEqual([403, 'SECOND_STEP_REQUIRED']);
    const { browser } = await withApp();
    const other = await AdminBrowser.joined(service, 'other@example.com', { accountId });
    await service.people.store.transact((transaction) => transaction.setRequiresSecondStep(accountId, true));
    expect((await other.send('GET', 'session')).data).toMatchObject({ mustAddSecondStep: true, acts: [] });
    for (const path of ['executions', 'people', 'keys', 'workflows']) {
      const reply = await other.send('GET', path);
      expect([path, reply.status, reply.problem.code]).toEqual([path, 403, 'SECOND_STEP_REQUIRED']);
    }
    expect((await other.send('GET', 'person')).status).toBe(200);
    expect((await browser.send('GET', 'executions')).status).toBe(200);
  });
});

describe("access to the panel's API", () => {
  test('refuses every route without a session', async () => {
    const reply = await new AdminBrowser(service).send('GET', 'session');
    expect([reply.status, reply.problem.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['another origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['a sandboxed page', { 'sec-fetch-site': undefined, origin: 'null' }],
    ['an unknown place', { 'sec-fetch-site': undefined }],
    ['a page without the token', { 'x-request-token': undefined }],
    ['a page with the token of another session', { 'x-request-token': 'x'.repeat(43) }],
  ])('refuses a change from %s', async (_from, headers) => {
    const reply = await owner.send('DELETE', 'sessions', undefined, headers);
    expect([reply.status, reply.problem.code]).toEqual([403, 'FORBIDDEN']);
    expect((await owner.send('GET', 'session')).status).toBe(200);
  });

  test("accepts a change by an older browser from the service's own origin", async () => {
    const headers = { 'sec-fetch-site': undefined, origin: publicUrl };
    expect((await owner.send('DELETE', 'session', undefined, headers)).status).toBe(200);
  });

  test('refuses a sign-in from another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = await new AdminBrowser(service).send('POST', 'sign-in', { email, password }, headers);
    expect(reply.status).toBe(403);
  });

  test('refuses a stolen cookie after its session was signed out', async () => {
    const thief = new AdminBrowser(service);
    for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
    thief.requestToken = owner.requestToken;
    expect((await thief.send('GET', 'session')).status).toBe(200);
    await owner.send('DELETE', 'session');
    expect(owner.cookies.has('__Host-admin')).toBe(false);
    expect((await thief.send('GET', 'session')).status).toBe(401);
    expect((await thief.send('DELETE', 'sessions')).status).toBe(401);
  });

  test('requires a recent password before people are changed', async () => {
    service.clock.time += 16 * 60_000;
    const invitation = { email: 'new@example.com', role: 'analyst', modes: ['live'], pictures: true };
    const refused = await owner.send('POST', 'people/invitations', invitation);
    expect([refused.status, refused.problem.code]).toEqual([403, 'AUTHENTICATION_TOO_OLD']);
    expect((await owner.send('POST', 'session/confirm', { password: 'a wrong one' })).status).toBe(401);
    await owner.send('POST', 'session/confirm', { password });
    expect((await owner.send('POST', 'people/invitations', invitation)).status).toBe(200);
  });
});

describe('people in the panel', () => {
  test('invites a person by a one-time link, then lists, changes and removes the person', async () => {
    const call = { email: 'New@Example.com', role: 'analyst', modes: ['test'], pictures: false };
    const invited = await owner.send<{ id: string; link: string }>('POST', 'people/invitations', call);
    const [address, token] = invited.data.link.split('#');
    expect(address).toBe(`${publicUrl}/admin/invitation`);
    const browser = new AdminBrowser(service);
    expect((await browser.send('POST', 'sign-in/link', { token })).data).toEqual({
      next: 'password',
      invitation: { email: 'new@example.com', account: 'Harbour', role: 'analyst', mayHavePassword: true },
    });
    const accept = { token, name: 'New Person', password };
    expect((await browser.send('POST', 'invitations/accept', accept)).data).toEqual({ next: 'done' });
    const again = await browser.send('POST', 'invitations/accept', accept);
    expect([again.status, again.problem.code]).toEqual([409, 'TICKET_USED']);

    const place = `people/${invited.data.id}`;
    expect((await owner.send('PATCH', place, { role: 'auditor' })).data).toEqual({
      role: 'auditor',
      modes: ['test'],
      pictures: false,
    });
    const { data } = await owner.send<{ people: { email: string; role: string }[] }>('GET', 'people');
    expect(data.people.map((person) => [person.email, person.role])).toEqual([
      ['new@example.com', 'auditor'],
      [email, 'owner'],
    ]);
    expect((await owner.send('DELETE', place)).status).toBe(200);
    expect((await browser.send('GET', 'session')).status).toBe(401);
  });

  test('refuses an upload if the person lost the right while it was being sent', async () => {
    const second = await AdminBrowser.joined(service, 'second@example.com', { accountId });
    const secondId = (await service.people.store.peopleByEmail('second@example.com'))[0]?.id ?? '';
    const upload = await beginUpload(second, 'PATCH', `people/${secondId}`, { role: 'owner' });
    expect((await owner.send('PATCH', `people/${secondId}`, { role: 'auditor' })).status).toBe(200);
    expect((await upload.finish()).status).toBe(403);
    expect((await second.send<{ role: string }>('GET', 'session')).data.role).toBe('auditor');
  });

  test('refuses an upload if the session was switched to another account while it was being sent', async () => {
    const second = (await service.addAccount('Second')).id;
    await AdminBrowser.joined(service, email, { accountId: second });
    await owner.signIn(email);
    await owner.send('POST', 'session/account', { accountId });
    await owner.readToken();
    const grant = { role: 'owner', modes: ['live'], pictures: true };
    const upload = await beginUpload(owner, 'POST', 'people/invitations', {
      email: 'new@example.com',
      ...grant,
    });
    expect((await owner.send('POST', 'session/account', { accountId: second })).status).toBe(200);
    expect((await upload.finish()).status).toBe(401);
    expect(await service.people.store.openInvitations(second, 0)).toEqual([]);
  });

  test('switches to another account of the person, but not to others', async () => {
    const second = (await service.addAccount('Second')).id;
    const foreign = (await service.addAccount('Foreign')).id;
    await AdminBrowser.joined(service, email, { accountId: second, role: 'analyst' });
    await owner.signIn(email);
    await owner.send('POST', 'session/account', { accountId: second });
    await owner.readToken();
    expect((await owner.send('GET', 'session')).data).toMatchObject({
      account: { id: second },
      role: 'analyst',
    });
    for (const id of [foreign, 'unknown'])
      expect((await owner.send('POST', 'session/account', { accountId: id })).status).toBe(404);
  });

  test('refuses changes by a page of the account from which another tab has switched', async () => {
    const second = (await service.addAccount('Second')).id;
    await AdminBrowser.joined(service, email, { accountId: second });
    await owner.signIn(email);
    await owner.send('POST', 'session/account', { accountId });
    await owner.readToken();
    await owner.send('POST', 'session/account', { accountId: second });
    const invitation = { email: 'new@example.com', role: 'owner', modes: ['live'], pictures: true };
    const refused = await owner.send('POST', 'people/invitations', invitation);
    expect([refused.status, refused.problem.errors]).toEqual([
      403,
      [expect.objectContaining({ header: 'x-request-token' })],
    ]);
    await owner.readToken();
    expect((await owner.send('POST', 'people/invitations', invitation)).status).toBe(200);
    expect(await service.people.store.openInvitations(accountId, 0)).toEqual([]);
  });

  test('logs no passwords or addresses of people', async () => {
    await new AdminBrowser(service).signIn(email, 'mistyped secret');
    expect(service.logLines.join('\n')).not.toMatch(/mistyped|correct horse|owner@/);
  });
});
