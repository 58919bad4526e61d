import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';

let service: InProcessService;
let page: Page;
let token: string;
let seq: number;
let backend: Backend;
let workflowId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ token } = (await backend.start({ workflowId, inputs: { user_id: 'u-1' } })).data);
  page = new Page(service);
  await page.init(token);
  seq = (await page.post('begin')).data.seq;
});

const waiting = () => vi.waitFor(() => expect(service.services.watch.size).toBe(1), { interval: 1 });

describe('GET client/state', () => {
  it('answers at once without a wait, or if the state is already newer', async () => {
    expect((await page.state()).data.seq).toBe(seq);
    expect((await page.state(`?after=${seq - 1}&wait=25`)).data.seq).toBe(seq);
  });

  it('answers as soon as the state changes', async () => {
    const poll = page.state(`?after=${seq}&wait=25`);
    await waiting();
    await page.put('steps/document/attempts/1/captures/front', jpegOf('x'));
    expect((await poll).data).toMatchObject({ seq: seq + 1, step: { stored: [{ slot: 'front' }] } });
    expect(service.services.watch.size).toBe(0);
  });

  // The PostgreSQL driver uses the timers that are faked here.
  it.skipIf(isOnPostgres)('returns the unchanged state after the wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const poll = page.state(`?after=${seq}&wait=99999`);
      while (service.services.watch.size === 0) await new Promise(setImmediate);
      let isAnswered = false;
      void poll.then(() => {
        isAnswered = true;
      });
      // The wait may begin only after the state was read.
      while (!isAnswered) {
        await vi.advanceTimersByTimeAsync(25_000);
        await new Promise(setImmediate);
      }
      expect((await poll).data.seq).toBe(seq);
      expect(service.services.watch.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers SESSION_TAKEN_OVER when another session takes over', async () => {
    const poll = page.state(`?after=${seq}&wait=25`);
    await waiting();
    await new Page(service).init(token, 'another-nonce-16c');
    expect((await poll).problem.code).toBe('SESSION_TAKEN_OVER');
  });

  it('stops waiting when the client disconnects', async () => {
    const gone = new AbortController();
    const poll = service.app.request(`/orchestration-api/v1/client/state?after=${seq}&wait=25`, {
      headers: { authorization: `Bearer ${page.sessionKey}` },
      signal: gone.signal,
    });
    await waiting();
    gone.abort();
    await poll;
    await vi.waitFor(() => expect(service.services.watch.size).toBe(0));
  });

  it('answers at once for an ended execution', async () => {
    await page.submitPassport();
    await service.runDueJobs();
    const { data } = await page.state('?after=999999&wait=25');
    expect(data.awaiting).toBe('none');
  });

  it('accepts -1 for no known state, and ignores unknown parameters', {
    tags: ['DREQ-56'],
  }, async () => {
    const { status, data } = await page.state('?after=-1&wait=25&before=x');
    expect([status, data.seq]).toEqual([200, seq]);
  });

  it.each([
    ['?after=abc&wait=-3', ['after', 'wait']],
    ['?after=-2', ['after']],
    ['?after=', ['after']],
    ['?wait=1e9', ['wait']],
    ['?wait=1.5', ['wait']],
    ['?after=99999999999999999999', ['after']],
    ['?after=%00', ['after']],
    ['?wait=1&wait=2', ['wait']],
  ])('refuses %s, and names the malformed parameter', { tags: ['DREQ-56'] }, async (query, parameters) => {
    const { status, problem } = await page.state(query);
    expect([status, problem.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(problem.errors.map(({ parameter }) => parameter)).toEqual(parameters);
  });
});
