import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookWorld } from '../../../testing/webhook-world.ts';
import { removeLogged } from '../remove-logged.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { responseHeadOf } from './delivery-log.ts';
import { loggableHeaders } from './reply-headers.ts';

const dayMs = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();
let world: WebhookWorld;
let endpoint: { id: string; secret: string };
let deliveryId: string;
beforeEach(async () => {
  world = await WebhookWorld.open();
  endpoint = await world.addEndpoint();
  const [emitted] = await world.emit((await world.addExecution()).id);
  deliveryId = emitted!;
});
afterEach(() => world.close());

/** Personal values as they are sent, and as a receiver might convert them. */
const personalValues = [
  'Anna Maria Eriksson',
  'Eriksson',
  'user-1',
  'L898902C3',
  '123456789',
  '740812',
  '1974-08-12',
  '12.08.1974',
  '19740812',
  'Mon, 12 Aug 1974 00:00:00 GMT',
  'Monday, 12-Aug-74 00:00:00 GMT',
  'Eriksson/Anna',
  'application/eriksson',
  'text/Anna; charset=utf-8',
  'anna@mail.example',
  'GET, Eriksson',
  '1.1 Eriksson',
  '+49 30 123456',
];

const attempt = async () => deliverWebhook(world.services, await world.claim(deliveryId), signal);

describe('the log of deliveries', () => {
  it('logs number, time, duration, and the heads of request and response of each attempt', async () => {
    const startedAt = world.clock.time;
    world.respond = ({ body }) => {
      world.clock.time += 1234;
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '11',
        server: 'nginx/1.27.0',
        date: new Date(startedAt).toUTCString(),
      };
      expect(body?.byteLength).toBeGreaterThan(0);
      return { kind: 'replied', status: 503, retryAfter: '7', headers, body: new Uint8Array(11) };
    };
    await attempt();
    world.clock.time += 60 * 60 * 1000;
    world.respond = () => ({ kind: 'failed', failure: 'CONNECTION_FAILED' });
    await attempt();
    const [first, second] = await world.attempts();
    expect(first).toMatchObject({
      delivery_id: deliveryId,
      number: 1,
      started_at: startedAt,
      duration_ms: 1234,
      status: 503,
      error: 'HTTP_503',
    });
    const { url, headers, bodyBytes } = JSON.parse(first!.request_head);
    const [sent] = world.sent;
    expect(url).toBe('https://shop.example/hooks');
    expect(headers).toEqual({ ...sent!.headers, 'webhook-signature': 'v1,…' });
    expect(bodyBytes).toBe(sent!.body!.byteLength);
    expect(JSON.parse(first!.response_head!)).toEqual({
      headers: {
        'content-type': 'text/plain',
        'content-length': '11',
        date: new Date(startedAt).toUTCString(),
        'retry-after': '60',
        server: 'nginx',
      },
      bodyBytes: 11,
    });
    expect(second).toMatchObject({
      number: 2,
      status: null,
      error: 'CONNECTION_FAILED',
      response_head: null,
    });
  });

  it('logs neither personal data nor secrets, even if the receiver echoes everything', {
    tags: ['DHOOK-58'],
  }, async () => {
    world.respond = ({ headers, body }) => {
      const text = Buffer.from(body!).toString('latin1');
      const echoed = {
        ...headers,
        'set-cookie': text,
        location: text,
        server: 'user-1',
        'x-request-id': 'user-1',
      };
      return { kind: 'replied', status: 200, retryAfter: text, headers: echoed, body: body! };
    };
    await attempt();
    const [logged] = await world.attempts();
    const text = JSON.stringify(logged);
    const { headers } = world.sent[0]!;
    const [version, signature] = String(headers['webhook-signature']).split(',');
    expect(version).toBe('v1');
    for (const secret of ['user-1', 'verify.example', endpoint.secret, signature!])
      expect(text).not.toContain(secret);
    expect(text).toContain(headers['webhook-id']);
  });

  it.each(['content-type', 'content-length', 'date', 'server', 'retry-after', 'via', 'allow', 'x-any'])(
    'logs no personal data that a receiver puts into the header %s',
    (name) => {
      for (const value of personalValues) {
        const isRetry = name === 'retry-after';
        const headers: Record<string, string> = isRetry ? {} : { [name]: value };
        const retryAfter = isRetry ? value : null;
        const answer = {
          kind: 'replied',
          status: 503,
          retryAfter,
          headers,
          body: new Uint8Array(3),
        } as const;
        expect(responseHeadOf(answer, world.clock.time), value).toEqual({ headers: {}, bodyBytes: 3 });
      }
    },
  );

  it.each([
    ['logs', 'date', 24 * 60 * 60],
    ['omits', 'date', 24 * 60 * 60 + 1],
    ['logs', 'retry-after', 24 * 60 * 60],
    ['omits', 'retry-after', 24 * 60 * 60 + 1],
  ])('%s the header %s with a time that is %i s away', (verb, name, seconds) => {
    const now = Date.UTC(2030, 0, 15, 12);
    const values = [1, -1].map((sign) => new Date(now + sign * seconds * 1000).toUTCString());
    for (const value of name === 'retry-after' ? [...values, String(seconds)] : values)
      expect(Object.keys(loggableHeaders({ headers: { [name]: value }, bodyBytes: 0, now }))).toEqual(
        verb === 'logs' ? [name] : [],
      );
  });

  it.each([
    ['4711', '7200'],
    ['0', '0'],
    ['1', '60'],
    ['120', '120'],
    ['86400', '86400'],
    ['Tue, 15 Jan 2030 12:01:30 GMT', '120'],
    ['Tue, 15 Jan 2030 11:00:00 GMT', '0'],
  ])(
    'rounds a requested wait of %s to %s s, which stays unchanged when rounded again',
    { tags: ['DHOOK-58'] },
    (value, kept) => {
      const now = Date.UTC(2030, 0, 15, 12);
      const loggedWait = (wait: string) =>
        loggableHeaders({ headers: { 'retry-after': wait }, bodyBytes: 0, now });
      expect(loggedWait(value)).toEqual({ 'retry-after': kept });
      expect(loggedWait(kept)).toEqual({ 'retry-after': kept });
    },
  );

  it('keeps attempts for 30 days, regardless of the state of the delivery', async () => {
    await attempt();
    world.clock.time += 30 * dayMs;
    const services = { store: world.services.store, clock: world.clock };
    expect(await removeLogged(services, signal)).toBe(0);
    world.clock.time += 1;
    expect(await removeLogged(services, signal)).toBe(1);
    expect(await world.attempts()).toEqual([]);
    expect(await world.deliveries()).toMatchObject([{ id: deliveryId, state: 'delivered' }]);
  });

  it('removes any number of attempts in transactions of limited size', async () => {
    await attempt();
    const [logged] = await world.attempts();
    const many = Array.from({ length: 501 }, (_, index) => ({ ...logged!, id: `attempt ${index}` }));
    await world.database.main.insertInto('webhook_attempts').values(many).execute();
    world.clock.time += 31 * dayMs;
    expect(await removeLogged({ store: world.services.store, clock: world.clock }, signal)).toBe(502);
  });
});
