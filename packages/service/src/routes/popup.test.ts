import type {
  Inputs,
  PopupAttendance,
  PopupClaimResponse,
  PopupReport,
  PopupResponse,
  PopupState,
} from '@vendor/contract';
import { popupClaimResponseSchema, popupResponseSchema, popupStateSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Backend, documentWorkflow, jpegOf, Page, type Reply } from '../../testing/client.ts';
import { InProcessService, publicUrl } from '../../testing/in-process-service.ts';

let service: InProcessService;
let backend: Backend;
let workflowId: string;

beforeAll(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(account.id, documentWorkflow);
});
afterAll(() => service.close());

const windowNonce = 'nonce-of-the-window';
const nothing: PopupReport = { opened: false, started: false, ending: null, closed: false };
const look = {
  language: 'de-AT',
  theme: { light: { baseAccent: '#0b5fff', logoUrl: 'https://shop.example/logo.svg' }, fontWeight: 500 },
  messages: { 'welcome.title': 'Grüß Gott, Frau Eriksson' },
};
const codeOf = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code];

/** A page that has opened a window and not more. */
async function openedWindow(inputs: Partial<Inputs> = {}) {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', ...inputs } });
  const opener = new Page(service);
  await opener.init(data.token);
  const { data: popup } = await opener.post<PopupResponse>('popup', { look });
  const ticket = new URL(popup.url).hash.slice(1);
  return { ...data, opener, url: popup.url, ticket, window: new Page(service) };
}

/** A page with a window that has claimed its ticket. */
async function claimedWindow() {
  const world = await openedWindow();
  const claim = (await world.window.init(world.ticket, windowNonce)) as unknown as Reply<PopupClaimResponse>;
  expect(claim.status).toBe(200);
  return { ...world, claim };
}

const watch = async (opener: Page, query = '') => (await opener.get<PopupState>(`popup${query}`)).data;
const attend = (window: Page, query = '') => window.get<PopupAttendance>(`popup/attendance${query}`);
const report = (window: Page, said: Partial<PopupReport>) =>
  window.post<object>('popup/report', { ...nothing, ...said });
const leave = (window: Page, visit = 1) => window.post<object>('popup/leave', { visit });
const rowOf = (executionId: string) =>
  service.database.main
    .selectFrom('popup_windows')
    .selectAll()
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow();

describe('POST client/popup', () => {
  it('gives the address of the window with a ticket of 256 random bits behind the #', async () => {
    const { url, ticket } = await openedWindow();
    expect(popupResponseSchema.safeParse({ url }).success).toBe(true);
    expect(url).toBe(`${publicUrl}/popup#${ticket}`);
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
    expect((await openedWindow()).ticket).not.toBe(ticket);
  });

  it('keeps neither the ticket nor the look in the clear', async () => {
    const { executionId, ticket } = await openedWindow();
    const row = JSON.stringify(await rowOf(executionId), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const canary of [ticket, 'Eriksson', 'shop.example']) expect(row).not.toContain(canary);
    for (const line of service.logLines) expect(line).not.toContain(ticket);
  });

  it('is for the session that is the latest and in time', async () => {
    const { opener, token } = await openedWindow();
    await new Page(service).init(token, 'another-nonce-16c');
    expect(codeOf(await opener.post('popup', { look }))).toEqual([409, 'SESSION_TAKEN_OVER']);
    opener.sessionKey = 'nonsense';
    expect(codeOf(await opener.post('popup', { look }))).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['a text where an object belongs', { look: 'dark' }],
    ['a colour of 65 characters', { look: { theme: { light: { baseAccent: 'x'.repeat(65) } } } }],
    ['a text that no store keeps', { look: { messages: { title: '\u0000' } } }],
    [
      '501 texts',
      { look: { messages: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, 'x'])) } },
    ],
    ['a text of 2001 characters', { look: { messages: { title: 'x'.repeat(2001) } } }],
    ['plural forms of no language', { look: { messages: { title: { several: 'x' } } } }],
    ['a logo of 100001 characters', { look: { theme: { dark: { logoUrl: 'x'.repeat(100_001) } } } }],
    ['no look', {}],
  ])('refuses %s', async (_, body) => {
    const { opener } = await openedWindow();
    expect(codeOf(await opener.post('popup', body))).toEqual([400, 'INVALID_REQUEST_BODY']);
  });

  it('refuses a look of more than 256 KiB before it is read', async () => {
    const { opener } = await openedWindow();
    const logoUrl = `data:image/png;base64,${'A'.repeat(99_000)}`;
    const heavy = {
      theme: { light: { logoUrl }, dark: { logoUrl } },
      messages: { title: 'x'.repeat(100_000) },
    };
    expect(codeOf(await opener.post('popup', { look: heavy }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('drops what it does not know of a look', async () => {
    const { opener, window } = await openedWindow();
    const odd = { language: 'fr', theme: { light: null, script: 'alert(1)' }, onload: 'alert(1)' };
    const { data } = await opener.post<PopupResponse>('popup', { look: odd });
    const claim = await window.init(new URL(data.url).hash.slice(1), windowNonce);
    expect((claim.data as unknown as PopupClaimResponse).popup.look).toEqual({
      language: 'fr',
      theme: { light: null },
    });
  });
});

describe('a ticket', () => {
  it('is exchanged for a session of the window, and what start was given', async () => {
    const { claim, opener, window } = await claimedWindow();
    expect(popupClaimResponseSchema.parse(claim.data)).toMatchObject({ popup: { look, visit: 1 } });
    expect((await window.post('begin')).data).toMatchObject({ begun: true });
    expect(codeOf(await opener.post('begin'))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });

  it('is good for one window alone', async () => {
    const { ticket, window } = await claimedWindow();
    const thief = await new Page(service).init(ticket, 'nonce-of-a-thief1');
    expect(codeOf(thief)).toEqual([409, 'TICKET_USED']);
    expect((await window.state()).status).toBe(200);
  });

  it('gives the same session to the window that has claimed it, after a lost reply or a reload', async () => {
    const { ticket, window, claim } = await claimedWindow();
    await window.post('begin');
    await window.put('steps/document/attempts/1/captures/front', jpegOf('x'));
    const reloaded = await new Page(service).init(ticket, windowNonce);
    expect(reloaded.data.sessionKey).toBe(claim.data.sessionKey);
    expect(reloaded.data).toMatchObject({
      popup: { look, visit: 2 },
      state: { begun: true, step: { stored: [{ slot: 'front' }] } },
    });
  });

  it('expires after 60 seconds by the service clock', async () => {
    const early = await openedWindow();
    service.clock.time += 59_999;
    expect((await early.window.init(early.ticket, windowNonce)).status).toBe(200);
    const late = await openedWindow();
    service.clock.time += 60_000;
    expect(codeOf(await late.window.init(late.ticket, windowNonce))).toEqual([401, 'TICKET_EXPIRED']);
    expect(await watch(late.opener)).toMatchObject({ opened: false, ending: null, closed: true });
    expect(codeOf(await late.window.init(late.ticket, windowNonce))).toEqual([401, 'TICKET_EXPIRED']);
  });

  it.each([
    ['unknown', 'A'.repeat(43)],
    ['cut', 'A'.repeat(42)],
    ['missing', ''],
  ])('that is %s is refused with 401, before the body is looked at', async (_, ticket) => {
    const reply = await service.app.request('/orchestration-api/v1/client/init', {
      method: 'POST',
      headers: { authorization: `Bearer ${ticket}` },
      body: '{not json',
    });
    expect([reply.status, (await reply.json()).code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('is worth nothing once another was given', async () => {
    const { opener, ticket, window } = await openedWindow();
    await opener.post('popup', { look });
    expect(codeOf(await window.init(ticket, windowNonce))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('dies with the session it was given to', async () => {
    const { token, ticket, window } = await openedWindow();
    await new Page(service).init(token, 'another-nonce-16c');
    expect(codeOf(await window.init(ticket, windowNonce))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });

  it('does not take a session back that was continued elsewhere', async () => {
    const { token, ticket } = await claimedWindow();
    const elsewhere = new Page(service);
    await elsewhere.init(token, 'another-nonce-16c');
    expect(codeOf(await new Page(service).init(ticket, windowNonce))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await elsewhere.state()).status).toBe(200);
  });

  it('shows an execution that has finished meanwhile', async () => {
    const { opener, window } = await openedWindow();
    await opener.post('begin');
    await opener.submitPassport();
    await service.runDueJobs();
    const { data } = await opener.post<PopupResponse>('popup', { look });
    const claim = await window.init(new URL(data.url).hash.slice(1), windowNonce);
    expect(claim.data.state).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' } });
  });

  it('is refused once the time of the session is over', async () => {
    const { data } = await backend.start({ workflowId, inputs: { user_id: 'u' } });
    const opener = new Page(service);
    await opener.init(data.token);
    service.clock.time += 3_600_000 - 30_000;
    const { data: popup } = await opener.post<PopupResponse>('popup', { look });
    service.clock.time += 30_000;
    const claim = await new Page(service).init(new URL(popup.url).hash.slice(1), windowNonce);
    expect(codeOf(claim)).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('is not taken by any address that reads', async () => {
    const { ticket, window } = await openedWindow();
    for (const path of [
      `/popup?ticket=${ticket}`,
      `/popup`,
      `/orchestration-api/v1/client/init?ticket=${ticket}`,
    ]) {
      await service.app.request(path, { headers: { authorization: `Bearer ${ticket}` } });
    }
    expect((await window.init(ticket, windowNonce)).status).toBe(200);
  });
});

describe('GET client/popup', () => {
  it('tells what has happened in the window, and takes nothing back', async () => {
    const { opener, window } = await claimedWindow();
    const fresh = await watch(opener);
    expect(popupStateSchema.parse(fresh)).toEqual({ seq: 0, ...nothing });
    await report(window, { opened: true });
    expect(await watch(opener)).toMatchObject({ opened: true, started: false, ending: null, closed: false });
    await report(window, { started: true });
    await report(window, { opened: true });
    await report(window, { ending: { kind: 'completed', status: 'success' } });
    await report(window, { ending: { kind: 'cancelled' } });
    expect(await watch(opener)).toEqual({
      seq: 3,
      opened: true,
      started: true,
      ending: { kind: 'completed', status: 'success' },
      closed: false,
    });
  });

  it('answers as soon as something happens', async () => {
    const { opener, window } = await claimedWindow();
    const poll = watch(opener, '?after=0&wait=25');
    await vi.waitFor(() => expect(service.services.watch.size).toBe(1), { interval: 1 });
    await report(window, { opened: true });
    expect(await poll).toMatchObject({ seq: 1, opened: true });
    expect(service.services.watch.size).toBe(0);
  });

  it('answers by itself when the time of an absent window is up', async () => {
    const { opener, window } = await claimedWindow();
    await leave(window);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const poll = watch(opener, '?after=0&wait=25');
      while (service.services.watch.size === 0) await new Promise(setImmediate);
      service.clock.time += 10_000;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await poll).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is for the page that opened the window alone', async () => {
    const { opener, window, token } = await claimedWindow();
    expect(codeOf(await window.get('popup'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await opener.get('popup/attendance'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await report(opener, { opened: true }))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await leave(opener))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await window.post('popup/release'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    const later = new Page(service);
    await later.init(token, 'another-nonce-16c');
    await later.post('popup', { look });
    expect(codeOf(await opener.get('popup'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await attend(window))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });
});

describe('a window that goes away', () => {
  it('may return within 10 seconds after it has left', async () => {
    const { opener, window, ticket } = await claimedWindow();
    await leave(window);
    service.clock.time += 9_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    expect((await new Page(service).init(ticket, windowNonce)).status).toBe(200);
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
  });

  it('is gone after that: cancelled, and its session has ended', async () => {
    const { opener, window, ticket, token } = await claimedWindow();
    await window.post('begin');
    await leave(window);
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await window.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await attend(window)).data).toEqual({ released: true });
    expect(codeOf(await new Page(service).init(ticket, windowNonce))).toEqual([410, 'SESSION_RELEASED']);
    const again = await new Page(service).init(token, 'another-nonce-16c');
    expect(again.data.state).toMatchObject({ begun: true, awaiting: 'user' });
  });

  it('is gone after 20 seconds of silence and 10 more', async () => {
    const { opener, window } = await claimedWindow();
    service.clock.time += 29_999;
    expect((await attend(window)).data).toEqual({ released: false });
    service.clock.time += 29_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    service.clock.time += 1;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
  });

  it('is there for as long as it waits, and silent from where its connection ends', async () => {
    const { opener, window, executionId } = await claimedWindow();
    const gone = new AbortController();
    const poll = service.app.request('/orchestration-api/v1/client/popup/attendance?wait=25', {
      headers: { authorization: `Bearer ${window.sessionKey}` },
      signal: gone.signal,
    });
    const { time } = service.clock;
    await vi.waitFor(async () => expect((await rowOf(executionId)).gone_at).toBe(time + 55_000), {
      interval: 1,
    });
    service.clock.time += 54_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    service.clock.time -= 50_000;
    gone.abort();
    await poll;
    service.clock.time += 30_000;
    expect(await watch(opener)).toMatchObject({ closed: true });
  });

  it('was not away when its farewell comes after its return', async () => {
    const { opener, window, ticket } = await claimedWindow();
    await new Page(service).init(ticket, windowNonce);
    await leave(window, 1);
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
    await leave(window, 2);
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: true });
  });

  it('goes on as long as nobody was told that it left: its opener may be gone', async () => {
    const { window } = await claimedWindow();
    await window.post('begin');
    await leave(window);
    service.clock.time += 600_000;
    expect((await attend(window)).data).toEqual({ released: false });
    expect((await window.submitPassport()).data.awaiting).toBe('checks');
    await service.runDueJobs();
    expect((await window.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('while the checks run has completed, pending', async () => {
    const { opener, window } = await claimedWindow();
    await window.post('begin');
    await window.submitPassport();
    await leave(window);
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'pending' },
      closed: true,
    });
    await service.runDueJobs();
  });

  it('after the outcome has completed as the outcome says', async () => {
    const { opener, window } = await claimedWindow();
    await window.post('begin');
    await window.submitPassport();
    await leave(window);
    await service.runDueJobs();
    service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'success' },
      closed: true,
    });
  });

  it('after the ending was told is over at once', async () => {
    const { opener, window, executionId } = await claimedWindow();
    await report(window, { opened: true, ending: { kind: 'completed', status: 'failed' } });
    await leave(window);
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'failed' },
      closed: true,
    });
    expect((await rowOf(executionId)).sealed_look).toBeNull();
  });
});

describe('a window that closes itself', () => {
  it('is over, with the ending that it told', async () => {
    const { opener, window } = await claimedWindow();
    await report(window, { opened: true, started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(await watch(opener)).toMatchObject({ started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await report(window, { opened: true }))).toEqual([410, 'SESSION_RELEASED']);
    expect((await leave(window)).status).toBe(200);
  });

  it('without a word about the ending has cancelled', async () => {
    const { opener, window } = await claimedWindow();
    await report(window, { closed: true });
    expect(await watch(opener)).toMatchObject({ opened: false, ending: { kind: 'cancelled' }, closed: true });
  });
});

describe('POST client/popup/release', () => {
  it('tells the window that waits to close itself, and ends its session', async () => {
    const { opener, window, ticket } = await claimedWindow();
    const poll = attend(window, '?wait=25');
    await vi.waitFor(() => expect(service.services.watch.size).toBe(1), { interval: 1 });
    expect((await opener.post<object>('popup/release')).data).toEqual({});
    expect((await poll).data).toEqual({ released: true });
    expect(codeOf(await window.post('begin'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await new Page(service).init(ticket, windowNonce))).toEqual([410, 'SESSION_RELEASED']);
    expect((await opener.post<object>('popup/release')).status).toBe(200);
  });

  it('makes a ticket worthless that was not claimed yet', async () => {
    const { opener, window, ticket } = await openedWindow();
    await opener.post('popup/release');
    expect(codeOf(await window.init(ticket, windowNonce))).toEqual([410, 'SESSION_RELEASED']);
  });

  it('does not end a session that a later start holds', async () => {
    const { opener, token } = await claimedWindow();
    const later = new Page(service);
    await later.init(token, 'another-nonce-16c');
    await opener.post('popup/release');
    expect((await later.state()).status).toBe(200);
  });
});
