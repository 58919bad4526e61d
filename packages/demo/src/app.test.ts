import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import type { ServiceSettings } from './dev-settings.ts';

const settings: ServiceSettings = {
  baseUrl: 'http://localhost:4000',
  apiKey: 'vo_test_the-key-that-no-page-may-see',
  webhookSecret: `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`,
  workflows: [
    { id: '6a0f4c7c-54ab-4c9f-8f39-4a1a0cdbd9a4', name: 'Identity document' },
    { id: '0f8a5d6f-2f0e-4bb8-b6ea-58a7a3a3c1d2', name: 'E-mail and phone' },
  ],
};
const [document, contact] = settings.workflows as unknown as [{ id: string }, { id: string }];
const executionId = '5f0c1f0e-6a39-4c43-9f3b-0f2a4d7d9c11';

const assets = {
  page: '<script nonce="{{nonce}}" src="{{service}}/sdk/v1/vendor-orchestration.js"></script>',
  files: new Map([['/shop.css', { content: 'body{}', contentType: 'text/css; charset=utf-8' }]]),
};

/** Fake of the verification service, as used by the shop. */
const service = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  service.mockImplementation(async () =>
    Response.json({ data: { executionId, token: 'default.session-token', requiresClientInit: true } }),
  );
  vi.stubGlobal('fetch', service);
});
afterEach(() => {
  vi.unstubAllGlobals();
  service.mockReset();
});

async function visit(app = createApp({ settings: async () => settings, assets })) {
  const page = await app.request('/');
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const verify = (body: unknown, headers: Record<string, string> = {}) =>
    app.request('/verification', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  /** Reads the first standing of the event stream. */
  const standing = async (session = cookie) => {
    const reply = await app.request('/verification/events', { headers: { cookie: session } });
    const reader = reply.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return JSON.parse(new TextDecoder().decode(value).replace(/^data: /, ''));
  };
  return { app, page, cookie, verify, standing };
}

function webhook(status: string, { id = 'msg_1', sequence = 1 } = {}) {
  const body = JSON.stringify({
    event: 'orchestration/workflow_execution_finished',
    timestamp: '2026-11-21T10:00:00.000Z',
    data: { id: executionId, status, checks: [] },
  });
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(settings.webhookSecret).sign(id, now, body),
    'webhook-sequence': String(sequence),
  };
  return { method: 'POST', headers, body };
}

describe('starting a verification', () => {
  it('sends the API key to the service and only the token to the page', { tags: ['S4.5-26'] }, async () => {
    const { verify } = await visit();

    const reply = await verify({ workflowId: document.id });

    expect(await reply.json()).toEqual({ token: 'default.session-token' });
    const [url, init] = service.mock.calls[0]!;
    expect(url).toBe('http://localhost:4000/orchestration-api/v1/init-workflow');
    expect(init.headers).toMatchObject({ 'x-api-key': settings.apiKey });
    expect(JSON.parse(String(init.body))).toMatchObject({ workflowId: document.id });
  });

  it('sends a separate id of the customer, not the secret of the cookie', async () => {
    const { verify, cookie } = await visit();
    await verify({ workflowId: document.id });
    const sent = String(service.mock.calls[0]![1].body);
    expect(JSON.parse(sent).inputs.user_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent).not.toContain(cookie.split('=')[1]);
  });

  it('returns the same token while the verification is under way, so that a reload resumes it', async () => {
    const { verify } = await visit();
    await verify({ workflowId: document.id });
    const again = await verify({ workflowId: document.id });
    expect(await again.json()).toEqual({ token: 'default.session-token' });
    expect(service).toHaveBeenCalledTimes(1);
  });

  it('starts a new verification for another workflow, after an outcome, and on request', async () => {
    const { app, verify } = await visit();
    await verify({ workflowId: contact.id });
    await verify({ workflowId: document.id });
    await verify({ workflowId: document.id, startAnew: true });
    await app.request('/webhooks', webhook('DECLINED'));
    await verify({ workflowId: document.id });
    expect(service).toHaveBeenCalledTimes(4);
  });

  it('returns which inputs the workflow needs, and passes them on once given', async () => {
    service.mockImplementationOnce(async () =>
      Response.json(
        {
          code: 'MISSING_REQUIRED_INPUTS',
          errors: [
            { pointer: '/inputs/email' },
            { pointer: '/inputs/phone_number' },
            { pointer: '/inputs/<b>' },
          ],
        },
        { status: 400 },
      ),
    );
    const { verify } = await visit();

    const refused = await verify({ workflowId: contact.id });
    await verify({ workflowId: contact.id, email: 'mail@example.com', phoneNumber: '+44 20 7946 0000' });

    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({ problem: 'inputs-needed', inputs: ['email', 'phone_number'] });
    expect(JSON.parse(String(service.mock.calls[1]![1].body)).inputs).toMatchObject({
      email: 'mail@example.com',
      phone_number: '+44 20 7946 0000',
    });
  });

  it('returns no token to the page when there is nothing to show', async () => {
    service.mockImplementationOnce(async () =>
      Response.json({ data: { executionId, token: 'default.unused', requiresClientInit: false } }),
    );
    const { verify, standing } = await visit();
    expect(await (await verify({ workflowId: contact.id })).json()).toEqual({ token: null });
    expect(await standing()).toEqual({ status: 'PENDING', isInteractive: false, outcome: null });
  });

  it('treats a reply without `requiresClientInit` as interactive', {
    tags: ['S2.4-9'],
  }, async () => {
    const token = 'default.session-token';
    service.mockImplementationOnce(async () => Response.json({ data: { executionId, token } }));
    const { verify } = await visit();
    expect(await (await verify({ workflowId: document.id })).json()).toMatchObject({ token });
  });

  it.each([
    ['refuses the key', async () => Response.json({ detail: 'key', code: 'UNAUTHORIZED' }, { status: 401 })],
    ['answers with invalid JSON', async () => new Response('<h1>gateway</h1>', { status: 502 })],
    ['answers with an unknown format', async () => Response.json({ data: { token: 7 } })],
    ['does not answer', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('reports that it is unavailable when the service %s', async (_, answer) => {
    service.mockImplementationOnce(answer);
    const { verify } = await visit();
    const reply = await verify({ workflowId: document.id });
    expect(reply.status).toBe(502);
    expect(await reply.json()).toEqual({ problem: 'unavailable' });
  });

  it('starts only its own workflows, so that it is no open relay', async () => {
    const { verify } = await visit();
    const reply = await verify({ workflowId: '11111111-1111-4111-8111-111111111111' });
    expect(reply.status).toBe(400);
    expect(service).not.toHaveBeenCalled();
  });

  it.each([
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['no workflow', {}],
    ['a workflow that is not a string', { workflowId: { toString: 'x' } }],
    ['an email address that is not a string', { workflowId: document.id, email: ['a@b.c'] }],
    ['an email address that is too long', { workflowId: document.id, email: `${'a'.repeat(255)}@b.c` }],
  ])('refuses a request with %s', async (_, body) => {
    const { verify } = await visit();
    expect((await verify(body)).status).toBe(400);
    expect(service).not.toHaveBeenCalled();
  });

  it('refuses requests that a form on another site could send', async () => {
    const { verify } = await visit();
    const reply = await verify({ workflowId: document.id }, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(400);
  });

  it('refuses visitors with no session or a forged one', async () => {
    const { verify } = await visit();
    expect((await verify({ workflowId: document.id }, { cookie: '' })).status).toBe(401);
    expect((await verify({ workflowId: document.id }, { cookie: 'shop_session=made-up' })).status).toBe(401);
  });

  it('refuses a body larger than a few kilobytes', async () => {
    const { verify } = await visit();
    expect((await verify({ workflowId: document.id, email: 'a'.repeat(5000) })).status).toBe(413);
  });

  it('limits the number of starts per minute', async () => {
    let now = 0;
    const { verify } = await visit(createApp({ settings: async () => settings, assets, now: () => now }));
    const start = () => verify({ workflowId: document.id, startAnew: true });
    const statuses = new Set<number>();
    for (let i = 0; i < 120; i += 1) statuses.add((await start()).status);
    expect([...statuses]).toEqual([200]);
    expect((await start()).status).toBe(429);
    now = 60_000;
    expect((await start()).status).toBe(200);
  });
});

describe('starting over', () => {
  it('makes the visitor a new customer without the previous outcome', async () => {
    const { app, cookie, verify, standing } = await visit();
    await verify({ workflowId: document.id });
    await app.request('/webhooks', webhook('APPROVED'));

    const reply = await app.request('/customer', { method: 'POST', headers: { cookie } });

    expect(reply.status).toBe(204);
    const renewed = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(renewed).not.toBe(cookie);
    expect(await standing(renewed)).toEqual({ status: 'NONE', isInteractive: false, outcome: null });
    expect(await standing()).toMatchObject({ status: 'APPROVED' });
    await verify({ workflowId: document.id }, { cookie: renewed });
    const [former, latter] = service.mock.calls.map(
      ([, { body }]) => JSON.parse(String(body)).inputs.user_id,
    );
    expect(latter).not.toBe(former);
  });

  it('refuses a request without a session, so that no other site can start over', async () => {
    const { app } = await visit();
    const reply = await app.request('/customer', { method: 'POST' });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });
});

describe('the outcome', () => {
  it('shows an outcome only to its customer', async () => {
    const app = createApp({ settings: async () => settings, assets });
    const concerned = await visit(app);
    const other = await visit(app);
    await concerned.verify({ workflowId: document.id });

    const reply = await app.request('/webhooks', webhook('APPROVED'));

    expect(reply.status).toBe(204);
    expect(await concerned.standing()).toMatchObject({ status: 'APPROVED', outcome: { executionId } });
    expect(await other.standing()).toEqual({ status: 'NONE', isInteractive: false, outcome: null });
  });

  it('keeps the outcome of a webhook that arrives before the reply to the start', async () => {
    const { app, verify, standing } = await visit();
    service.mockImplementationOnce(async () => {
      await app.request('/webhooks', webhook('REVIEW'));
      return Response.json({ data: { executionId, token: 'default.unused', requiresClientInit: false } });
    });
    await verify({ workflowId: contact.id });
    expect(await standing()).toMatchObject({ status: 'REVIEW' });
  });

  it('keeps the latest outcome, whatever the order of events of the same millisecond', async () => {
    const { app, verify, standing } = await visit();
    await verify({ workflowId: document.id });
    await app.request('/webhooks', webhook('APPROVED', { id: 'msg_2', sequence: 2 }));
    await app.request('/webhooks', webhook('REVIEW', { id: 'msg_1', sequence: 1 }));
    expect(await standing()).toMatchObject({ status: 'APPROVED' });
  });

  it('acknowledges a repeated delivery and refuses a forged one', async () => {
    const { app, verify, standing } = await visit();
    await verify({ workflowId: document.id });
    const delivery = webhook('REVIEW');
    const forged = { ...delivery, body: delivery.body.replace('REVIEW', 'APPROVED') };

    expect((await app.request('/webhooks', forged)).status).toBe(400);
    expect((await app.request('/webhooks', delivery)).status).toBe(204);
    expect((await app.request('/webhooks', delivery)).status).toBe(204);
    expect(await standing()).toMatchObject({ status: 'REVIEW' });
  });

  it('pushes the outcome to a listening page', async () => {
    const { app, cookie, verify } = await visit();
    const reader = (await app.request('/verification/events', { headers: { cookie } })).body!.getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);

    expect(await next()).toContain('"NONE"');
    await verify({ workflowId: document.id });
    expect(await next()).toContain('"PENDING"');
    await app.request('/webhooks', webhook('EXPIRED'));
    expect(await next()).toContain('"EXPIRED"');
    await reader.cancel();
  });
});

describe('the page', () => {
  it('allows only scripts with the nonce of this visit, and connections only to shop and service', async () => {
    const app = createApp({ settings: async () => settings, assets });
    const [first, second] = [await visit(app), await visit(app)];
    const policy = first.page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];

    expect(await first.page.text()).toContain(`nonce="${nonce}" src="http://localhost:4000/sdk/v1/`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' http://localhost:4000;");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toBe(second.page.headers.get('content-security-policy'));
    expect(first.page.headers.get('permissions-policy')).toContain('camera=(self)');
  });

  it('hides the session cookie from scripts and other sites', async () => {
    const { page } = await visit();
    expect(page.headers.get('set-cookie')).toMatch(
      /^shop_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('never includes the API key or the webhook secret in a reply', async () => {
    const { app, page, cookie, verify } = await visit();
    const replies = [
      page,
      await app.request('/workflows'),
      await app.request('/shop.css'),
      await app.request('/nothing-here'),
      await app.request('/webhooks', { method: 'POST', body: 'x' }),
      await verify({ workflowId: document.id }),
      await verify({}),
      await app.request('/verification', { headers: { cookie } }),
    ];
    for (const reply of replies) {
      const seen = JSON.stringify([...reply.headers]) + (await reply.text());
      expect(seen).not.toContain(settings.apiKey);
      expect(seen).not.toContain(settings.webhookSecret);
    }
  });

  it('reflects no part of the request', async () => {
    const { app, verify } = await visit();
    const script = '<script>alert(1)</script>';
    const replies = [
      await app.request(`/${encodeURIComponent(script)}?q=${encodeURIComponent(script)}`),
      await verify({ workflowId: script, email: script }),
    ];
    for (const reply of replies) expect(await reply.text()).not.toContain('alert');
  });

  it('serves only its own files', async () => {
    const { app } = await visit();
    expect((await app.request('/shop.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/dist/server.js',
      '/public/shop.css',
    ]) {
      expect((await app.request(path)).status).toBe(404);
    }
  });

  it('hides the reason when the backend itself fails', async () => {
    const failing = createApp({ settings: () => Promise.reject(new Error(settings.apiKey)), assets });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const reply = await failing.request('/');
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ problem: 'unavailable' });
    expect(logged).toHaveBeenCalledOnce();
  });
});
