import type { PopupClaimResponse } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Page, type Reply } from '../../testing/client.ts';
import { handOver, phoneNonce, secretIn, takeBack } from '../../testing/hand-off-world.ts';
import { codeOf, leave, PopupWorld, report, watch, windowNonce } from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

/** A window whose flow is on a phone. */
async function handedWindow() {
  const opened = await world.claimedWindow();
  await opened.window.post('begin');
  const phone = new Page(world.service);
  await phone.init(secretIn((await handOver(opened.window)).data.url), phoneNonce);
  return { ...opened, phone };
}

const reloaded = async (ticket: string) => {
  const window = new Page(world.service);
  return { window, reply: (await window.init(ticket, windowNonce)) as Reply<PopupClaimResponse> };
};
const takenOver = [409, 'SESSION_TAKEN_OVER'];

describe('a window that has handed its flow to a phone', () => {
  it('can be reloaded after it took the flow back, again and again', async () => {
    const { window, phone, ticket, opener } = await handedWindow();
    expect((await takeBack(window)).status).toBe(200);
    const first = await reloaded(ticket);
    expect(first.reply.status).toBe(200);
    expect((await first.window.state()).data).toMatchObject({ awaiting: 'user' });
    expect(codeOf(await phone.state())).toEqual(takenOver);
    expect((await reloaded(ticket)).reply.status).toBe(200);
    expect(await watch(opener)).toMatchObject({ closed: false });
  });

  describe('and hands it to a second one, without a reload between', () => {
    async function offeredAgain() {
      const opened = await handedWindow();
      const back = new Page(world.service);
      back.sessionKey = (await takeBack(opened.window)).data.sessionKey;
      await handOver(back);
      // A new code in place of one that nobody used.
      const { url } = (await handOver(back)).data;
      return { ...opened, back, secret: secretIn(url) };
    }

    it('continues when it is closed, and its opener ends the session of the phone', async () => {
      const { opener, window, secret } = await offeredAgain();
      const second = new Page(world.service);
      await second.init(secret, phoneNonce);
      await leave(window);
      world.service.clock.time += 20_000;
      expect(await watch(opener)).toMatchObject({ ending: null, closed: false });
      await opener.post('popup/release');
      expect(codeOf(await second.state())).toEqual(takenOver);
    });

    it('can be reloaded before the secret is claimed, which stays valid, and loses its session to its opener', async () => {
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

  it('watches the phone again after a reload, and does not disturb it', async () => {
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

  it('looks on again, reports and is there, whichever phone has the flow, the first or a later one', async () => {
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

  it('cannot be reloaded once a later start has continued the flow', async () => {
    const { ticket, token } = await handedWindow();
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf((await reloaded(ticket)).reply)).toEqual(takenOver);
  });

  it('continues when it is closed while the phone is active, and reports the result of the phone', async () => {
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
    expect((await phone.state()).data, 'the phone shows its user the same').toMatchObject({
      outcome: { status: 'APPROVED' },
    });
  });

  it('ends as cancelled when the phone, too, has fallen silent, and so does the session of the phone', async () => {
    const { opener, window, phone } = await handedWindow();
    await leave(window);
    world.service.clock.time += 29_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    world.service.clock.time += 1;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await phone.state())).toEqual(takenOver);
  });

  it('loses its session to the opener that is done with it, on the phone and after it was taken back', async () => {
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
