import {
  type PopupClaimResponse,
  type PopupResponse,
  popupResponseSchema,
  popupStateSchema,
} from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Page } from '../../../testing/client.ts';
import { publicUrl } from '../../../testing/in-process-service.ts';
import { isOnPostgres } from '../../../testing/open-test-database.ts';
import {
  attend,
  codeOf,
  leave,
  look,
  nothing,
  PopupWorld,
  popupNonce,
  report,
  watch,
} from '../../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

describe('POST client/popup', () => {
  it("returns the popup's address with a ticket of 256 random bits after the #", {
    tags: ['DSDK-112', 'DREQ-82'],
  }, async () => {
    const { url, ticket } = await world.openPopup();
    expect(popupResponseSchema.safeParse({ url }).success).toBe(true);
    expect(url).toBe(`${publicUrl}/popup#${ticket}`);
    expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
    expect((await world.openPopup()).ticket).not.toBe(ticket);
  });

  it('stores neither the ticket nor the look in readable form', { tags: ['DREQ-83'] }, async () => {
    const { executionId, ticket } = await world.openPopup();
    const row = JSON.stringify(await world.rowOf(executionId), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const canary of [ticket, 'Eriksson', 'shop.example']) expect(row).not.toContain(canary);
    for (const line of world.service.logLines) expect(line).not.toContain(ticket);
  });

  it('opens a popup only for the latest session, before its deadline', async () => {
    const { opener, token } = await world.openPopup();
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf(await opener.post('popup', { look }))).toEqual([409, 'SESSION_TAKEN_OVER']);
    opener.sessionKey = 'nonsense';
    expect(codeOf(await opener.post('popup', { look }))).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['a text where an object belongs', { look: 'dark' }],
    ['a colour of 65 characters', { look: { theme: { light: { baseAccent: 'x'.repeat(65) } } } }],
    ['a text that cannot be stored', { look: { messages: { title: '\u0000' } } }],
    [
      '501 texts',
      { look: { messages: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, 'x'])) } },
    ],
    ['a text of 2001 characters', { look: { messages: { title: 'x'.repeat(2001) } } }],
    ['unknown plural forms', { look: { messages: { title: { several: 'x' } } } }],
    ['a logo of 100001 characters', { look: { theme: { dark: { logoUrl: 'x'.repeat(100_001) } } } }],
    ['no look', {}],
  ])('refuses to open a popup with %s', async (_, body) => {
    const { opener } = await world.openPopup();
    expect(codeOf(await opener.post('popup', body))).toEqual([400, 'INVALID_REQUEST_BODY']);
  });

  it('refuses a look larger than 256 KiB before reading it', async () => {
    const { opener } = await world.openPopup();
    const logoUrl = `data:image/png;base64,${'A'.repeat(99_000)}`;
    const heavy = {
      theme: { light: { logoUrl }, dark: { logoUrl } },
      messages: { title: 'x'.repeat(100_000) },
    };
    expect(codeOf(await opener.post('popup', { look: heavy }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('ignores unknown members of a look', async () => {
    const { opener, window } = await world.openPopup();
    const odd = { language: 'fr', theme: { light: null, script: 'alert(1)' }, onload: 'alert(1)' };
    const { data } = await opener.post<PopupResponse>('popup', { look: odd });
    const claim = await window.init(new URL(data.url).hash.slice(1), popupNonce);
    expect((claim.data as unknown as PopupClaimResponse).popup.look).toEqual({
      language: 'fr',
      theme: { light: null },
    });
  });
});

describe('GET client/popup', () => {
  it("reports the popup's events, and never reverts one", async () => {
    const { opener, window } = await world.claimPopup();
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
    const { opener, window } = await world.claimPopup();
    const poll = watch(opener, '?after=0&wait=25');
    await vi.waitFor(() => expect(world.service.services.watch.size).toBe(1), { interval: 1 });
    await report(window, { opened: true });
    expect(await poll).toMatchObject({ seq: 1, opened: true });
    expect(world.service.services.watch.size).toBe(0);
  });

  // The PostgreSQL driver uses the timers that are faked here.
  it.skipIf(isOnPostgres)('answers when the time for an absent popup to return is over', async () => {
    const { opener, window } = await world.claimPopup();
    await leave(window);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const poll = watch(opener, '?after=0&wait=25');
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
      world.service.clock.time += 10_000;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await poll).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers only the page that opened the popup', async () => {
    const { opener, window, token } = await world.claimPopup();
    expect(codeOf(await window.get('popup'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await opener.get('popup/attendance'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await report(opener, { opened: true }))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await leave(opener))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await window.post('popup/release'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    const later = new Page(world.service);
    await later.init(token, 'another-nonce-16c');
    await later.post('popup', { look });
    expect(codeOf(await opener.get('popup'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await attend(window))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });
});

describe('POST client/popup/release', () => {
  it('makes the waiting popup close itself, and ends its session', { tags: ['DSDK-58'] }, async () => {
    const { opener, window, ticket } = await world.claimPopup();
    const poll = attend(window, '?wait=25');
    await vi.waitFor(() => expect(world.service.services.watch.size).toBe(1), { interval: 1 });
    expect((await opener.post<object>('popup/release')).data).toEqual({});
    expect((await poll).data).toEqual({ released: true });
    expect(codeOf(await window.post('begin'))).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect(codeOf(await new Page(world.service).init(ticket, popupNonce))).toEqual([410, 'SESSION_RELEASED']);
    expect((await opener.post<object>('popup/release')).status).toBe(200);
  });

  it('invalidates a ticket that was not claimed yet', async () => {
    const { opener, window, ticket } = await world.openPopup();
    await opener.post('popup/release');
    expect(codeOf(await window.init(ticket, popupNonce))).toEqual([410, 'SESSION_RELEASED']);
  });

  it('keeps the session of a later start when the popup is released', async () => {
    const { opener, token } = await world.claimPopup();
    const later = new Page(world.service);
    await later.init(token, 'another-nonce-16c');
    await opener.post('popup/release');
    expect((await later.state()).status).toBe(200);
  });
});
