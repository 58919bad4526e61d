import type { PopupClaimResponse } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Page, type Reply } from '../../testing/client.ts';
import { handOver, phoneNonce, secretIn, takeBack } from '../../testing/hand-off-world.ts';
import { codeOf, leave, PopupWorld, popupNonce, report, watch } from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

/** Opens a window and moves its flow to a phone. */
async function handedWindow() {
  const opened = await world.claimPopup();
  await opened.window.post('begin');
  const phone = new Page(world.service);
  await phone.init(secretIn((await handOver(opened.window)).data.url), phoneNonce);
  return { ...opened, phone };
}

const reloaded = async (ticket: string) => {
  const window = new Page(world.service);
  return { window, reply: (await window.init(ticket, popupNonce)) as Reply<PopupClaimResponse> };
};
const takenOver = [409, 'SESSION_TAKEN_OVER'];

describe('windows whose flow is on a phone', () => {
  it('restores the session of a window that took the flow back, at every reload', async () => {
    const { window, phone, ticket, opener } = await handedWindow();
    expect((await takeBack(window)).status).toBe(200);
    const first = await reloaded(ticket);
    expect(first.reply.status).toBe(200);
    expect((await first.window.state()).data).toMatchObject({ awaiting: 'user' });
    expect(codeOf(await phone.state())).toEqual(takenOver);
    expect((await reloaded(ticket)).reply.status).toBe(200);
    expect(await watch(opener)).toMatchObject({ closed: false });
  });

  describe('a second hand-off without a reload in between', () => {
    async function offeredAgain() {
      const opened = await handedWindow();
      const back = new Page(world.service);
      back.sessionKey = (await takeBack(opened.window)).data.sessionKey;
      await handOver(back);
      // Replaces a code that nobody used.
      const { url } = (await handOver(back)).data;
      return { ...opened, back, secret: secretIn(url) };
    }

    it('keeps the flow on the second phone when the window closes, and ends its session when the opener releases it', async () => {
      const { opener, window, secret } = await offeredAgain();
      const second = new Page(world.service);
      await second.init(secret, phoneNonce);
      await leave(window);
      world.service.clock.time += 20_000;
      expect(await watch(opener)).toMatchObject({ ending: null, closed: false });
      await opener.post('popup/release');
      expect(codeOf(await second.state())).toEqual(takenOver);
    });

    it('restores the session at a reload before the secret is claimed, keeps the secret valid, and ends the session on release', async () => {
      const { ticket, back, secret } = await offeredAgain();
      const again = await reloaded(ticket);
      expect(again.reply.status).toBe(200);
      expect(again.window.sessionKey).toBe(back.sessionKey);
      expect((await again.window.state()).data).toMatchObject({ awaiting: 'user' });
      expect((await new Page(world.service).init(secret, phoneNonce)).status).toBe(200);
      expect((await again.window.state()).data).toMatchObject({ handOff: 'elsewhere' });
      const other = await offeredAgain();
      await other.opener.post('popup/release');
      expect(codeOf(await other.back.state())).toEqual(takenOver);
    });
  });

  it('watches the phone again after a reload without disturbing it', async () => {
    const { phone, ticket, opener, window: before } = await handedWindow();
    const { window, reply } = await reloaded(ticket);
    expect(reply.data).toMatchObject({
      sessionKey: before.sessionKey,
      state: { awaiting: 'user', handOff: 'elsewhere' },
      popup: { visit: 2 },
    });
    expect((await report(window, { opened: true })).status).toBe(200);
    await phone.submitPassport();
    await world.service.runDueJobs();
    expect((await window.state()).data.outcome).toMatchObject({ status: 'APPROVED' });
    await report(window, { opened: true, ending: { kind: 'completed', status: 'success' } });
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'completed', status: 'success' } });
  });

  it('watches, reports and stays present after a reload with any later phone', async () => {
    const { ticket, opener, window: first } = await handedWindow();
    let window = first;
    for (const nonce of ['nonce-of-the-2nd-phone', 'nonce-of-the-3rd-phone']) {
      window.sessionKey = (await takeBack(window)).data.sessionKey;
      const phone = new Page(world.service);
      await phone.init(secretIn((await handOver(window)).data.url), nonce);
      const again = await reloaded(ticket);
      expect(again.reply.data.state.handOff).toBe('elsewhere');
      window = again.window;
      expect((await report(window, { opened: true })).status).toBe(200);
      expect((await phone.state()).data.awaiting).toBe('user');
      await leave(window, again.reply.data.popup.visit);
      world.service.clock.time += 20_000;
      expect(await watch(opener)).toMatchObject({ ending: null, closed: false });
      expect((await phone.state()).data.awaiting).toBe('user');
    }
    await opener.post('popup/release');
    expect(codeOf(await window.state())).toEqual(takenOver);
  });

  it('refuses a reload after a later start has continued the flow', async () => {
    const { ticket, token } = await handedWindow();
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf((await reloaded(ticket)).reply)).toEqual(takenOver);
  });

  it("keeps a closed window's flow open while the phone is active, and reports the result of the phone", async () => {
    const { opener, window, phone } = await handedWindow();
    await leave(window);
    for (let lookAgain = 0; lookAgain < 3; lookAgain += 1) {
      world.service.clock.time += 20_000;
      expect(await watch(opener)).toMatchObject({ ending: null, closed: false });
      expect((await phone.state()).data).toMatchObject({ awaiting: 'user' });
    }
    await phone.submitPassport();
    await world.service.runDueJobs();
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'success' },
      closed: true,
    });
    expect((await phone.state()).data, 'the phone shows the same outcome').toMatchObject({
      outcome: { status: 'APPROVED' },
    });
  });

  it('ends the flow as cancelled, and the session of the phone, once the phone is silent too', async () => {
    const { opener, window, phone } = await handedWindow();
    await leave(window);
    world.service.clock.time += 29_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    world.service.clock.time += 1;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await phone.state())).toEqual(takenOver);
  });

  it('ends the session when the opener releases the window, on the phone and after it was taken back', async () => {
    const { opener, phone } = await handedWindow();
    await opener.post('popup/release');
    expect(codeOf(await phone.state())).toEqual(takenOver);
    const other = await handedWindow();
    const { sessionKey } = (await takeBack(other.window)).data;
    const back = new Page(world.service);
    back.sessionKey = sessionKey;
    expect((await back.state()).status).toBe(200);
    await other.opener.post('popup/release');
    expect(codeOf(await back.state())).toEqual(takenOver);
  });
});
