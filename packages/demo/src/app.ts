import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { streamSSE } from 'hono/streaming';
import type { Assets } from './assets.ts';
import { type Customer, Customers } from './customers.ts';
import type { ServiceSettings } from './dev-settings.ts';
import { renderPage } from './page.ts';
import { createRateLimit } from './rate-limit.ts';
import { readSignUp } from './sign-up-request.ts';
import { startVerification } from './start-verification.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

/** Dependencies of the shop's backend. */
export interface ShopDeps {
  /** Called on every use, so that a new API key or secret applies without a restart. */
  readonly settings: () => Promise<ServiceSettings>;
  readonly assets: Assets;
  readonly now?: () => number;
}

const sessionCookie = 'shop_session';

/** Maximum verifications started per minute, by all visitors together, because each costs money. */
const startsPerMinute = 120;

/** Creates the shop's backend: tests call `app.request()`, `server.ts` serves it. */
export function createApp({ settings, assets, now = Date.now }: ShopDeps): Hono {
  const customers = new Customers();
  const receive = createWebhookReceiver();
  const mayStart = createRateLimit(startsPerMinute, 60_000, now);
  const app = new Hono();

  app.use(
    secureHeaders({
      referrerPolicy: 'no-referrer',
      xFrameOptions: 'DENY',
      crossOriginOpenerPolicy: 'same-origin',
      strictTransportSecurity: false,
    }),
  );

  app.get('/healthz', (c) => c.text('ok'));

  function addCustomer(c: Context): void {
    setCookie(c, sessionCookie, customers.add().session, { httpOnly: true, sameSite: 'Strict', path: '/' });
  }

  app.get('/', async (c) => {
    const page = renderPage(assets.page, (await settings()).baseUrl);
    if (!customers.find(getCookie(c, sessionCookie))) addCustomer(c);
    return c.body(page.html, 200, page.headers);
  });

  /** Makes the visitor a new customer. Other sites cannot call this, because the browser would not send the cookie. */
  app.post('/customer', bodyLimit({ maxSize: 0 }), (c) => {
    if (!customers.find(getCookie(c, sessionCookie))) return c.json({ problem: 'no-session' }, 401);
    addCustomer(c);
    return c.body(null, 204);
  });

  app.get('/workflows', async (c) => c.json((await settings()).workflows));

  /**
   * Starts the customer's verification, or returns the token of the one under way, so that a reload of the page resumes the
   * flow.
   */
  app.post('/verification', bodyLimit({ maxSize: 4096 }), async (c) => {
    const customer = customers.find(getCookie(c, sessionCookie));
    if (!customer) return c.json({ problem: 'no-session' }, 401);
    const signUp = readSignUp(c.req.header('content-type'), await c.req.text());
    const known = await settings();
    // Accepts only the shop's own workflows, because every caller spends the shop's credit.
    if (!signUp || !known.workflows.some(({ id }) => id === signUp.workflowId)) {
      return c.json({ problem: 'bad-request' }, 400);
    }
    const current = underWay(customer, customers, signUp.workflowId);
    if (current?.isInteractive && !signUp.startAnew) return c.json({ token: current.token });
    if (!mayStart()) return c.json({ problem: 'busy' }, 429);

    const start = await startVerification(known, { ...signUp, userId: customer.id });
    if (start.kind === 'unavailable') return c.json({ problem: 'unavailable' }, 502);
    if (start.kind === 'inputs-needed')
      return c.json({ problem: 'inputs-needed', inputs: start.inputs }, 422);
    customers.begin(customer, { ...start, workflowId: signUp.workflowId });
    return c.json({ token: start.isInteractive ? start.token : null });
  });

  app.get('/verification/events', (c) => {
    const customer = customers.find(getCookie(c, sessionCookie));
    if (!customer) return c.json({ problem: 'no-session' }, 401);
    return streamSSE(c, async (stream) => {
      const unwatch = customers.watch(customer, (standing) => {
        void stream.writeSSE({ data: JSON.stringify(standing) });
      });
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      unwatch();
    });
  });

  app.post('/webhooks', bodyLimit({ maxSize: 256 * 1024 }), async (c) => {
    const receipt = receive((await settings()).webhookSecret, await c.req.text(), c.req.header());
    if (receipt.kind === 'refused') return c.json({ problem: 'refused' }, 400);
    if (receipt.kind === 'accepted') customers.record(receipt.event);
    return c.body(null, 204);
  });

  app.get('/:asset{.+}', (c) => {
    const asset = assets.files.get(c.req.path);
    if (!asset) return c.notFound();
    return c.body(asset.content, 200, { 'content-type': asset.contentType, 'cache-control': 'no-cache' });
  });

  app.notFound((c) => c.json({ problem: 'not-found' }, 404));
  app.onError((error, c) => {
    // Errors of Hono itself, such as for a body over the limit.
    if (error instanceof HTTPException) return c.json({ problem: 'refused' }, error.status);
    console.error(error);
    return c.json({ problem: 'unavailable' }, 500);
  });
  return app;
}

function underWay(customer: Customer, customers: Customers, workflowId: string) {
  const isPending = customers.standing(customer).status === 'PENDING';
  return isPending && customer.verification?.workflowId === workflowId ? customer.verification : undefined;
}
