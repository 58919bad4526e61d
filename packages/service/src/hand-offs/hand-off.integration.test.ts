import {
  handOffClaimResponseSchema,
  handOffInvitationSchema,
  handOffOfferSchema,
  handOffReturnSchema,
} from '@vendor/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Page } from '../../testing/client.ts';
import { HandOffWorld, handOver, phoneNonce, secretIn, takeBack } from '../../testing/hand-off-world.ts';
import { publicUrl } from '../../testing/in-process-service.ts';
import { codeOf, look } from '../../testing/popup-world.ts';
import { randomToken } from '../secrets/random-token.ts';
import { maxSilenceMs, returnWithinMs } from './hand-off.ts';

/** Only limits how long a stuck test takes; nothing in it waits. */
const timeoutMs = 120_000;
const minuteMs = 60_000;
const takenOver = [409, 'SESSION_TAKEN_OVER'];

let world: HandOffWorld;
beforeAll(async () => {
  world = await HandOffWorld.open();
});
afterAll(() => world.close());

describe('the offer', () => {
  it('offers an address with 256 random bits behind the #, a pairing code, and ten minutes', {
    tags: ['DREQ-81'],
  }, async () => {
    const { offer, secret } = await world.offered();
    expect(handOffOfferSchema.parse(offer)).toEqual(offer);
    expect(offer.url).toBe(`${publicUrl}/phone#${secret}`);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(offer.timeLeftMs).toBe(10 * minuteMs);
    expect((await world.offered()).secret).not.toBe(secret);
  });

  it('stores secret and look only encrypted, and logs neither', {
    tags: ['DREQ-81'],
  }, async () => {
    const { executionId, secret, phone } = await world.offered();
    await phone.init(secret, phoneNonce);
    const row = JSON.stringify(await world.rowOf(executionId), (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const canary of [secret, 'Eriksson', 'shop.example']) expect(row).not.toContain(canary);
    for (const line of world.service.logLines) expect(line).not.toContain(secret);
  });

  it('leaves the session to the page until a phone claims it, and invalidates the previous offer', async () => {
    const { desktop, secret, phone } = await world.offered();
    expect((await desktop.state()).data).toMatchObject({ awaiting: 'user', handOff: 'possible' });
    const second = await handOver(desktop);
    expect(codeOf(await phone.init(secret, phoneNonce))).toEqual([401, 'UNAUTHORIZED']);
    expect((await phone.init(secretIn(second.data.url), phoneNonce)).status).toBe(200);
  });

  it('refuses to offer while checks run, or after the flow has ended', async () => {
    const { desktop } = await world.begun();
    await desktop.submitPassport();
    expect((await desktop.state()).data).toMatchObject({ awaiting: 'checks', handOff: 'none' });
    expect(codeOf(await handOver(desktop))).toEqual([409, 'HANDOFF_NOT_POSSIBLE']);
    await world.service.runDueJobs();
    expect((await desktop.state()).data).toMatchObject({ awaiting: 'none', handOff: 'none' });
    expect(codeOf(await handOver(desktop))).toEqual([409, 'HANDOFF_NOT_POSSIBLE']);
  });

  it('refuses an offer from a session that was continued elsewhere, and from the phone itself', async () => {
    const { desktop, token, phone } = await world.claimed();
    expect(codeOf(await handOver(phone))).toEqual([409, 'HANDOFF_NOT_POSSIBLE']);
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf(await handOver(desktop))).toEqual(takenOver);
  });
});

describe('the secret', () => {
  it('keeps the secret unused when its address or invitation is requested', {
    tags: ['DREQ-81'],
  }, async () => {
    const { secret, phone, desktop, offer } = await world.offered();
    for (const method of ['GET', 'HEAD']) {
      expect((await world.service.app.request('/phone', { method })).status).toBe(200);
    }
    for (const nonce of ['nonce-of-a-scanner', 'nonce-of-a-scanner', phoneNonce]) {
      const { data } = await world.invitation(secret, nonce);
      expect(handOffInvitationSchema.parse(data)).toEqual({
        pairingCode: offer.pairingCode,
        requester: 'A shop',
        claimed: false,
      });
    }
    for (const method of ['GET', 'PUT']) {
      const reply = await world.service.app.request('/orchestration-api/v1/client/init', {
        method,
        headers: { authorization: `Bearer ${secret}` },
      });
      expect(reply.status).toBe(405);
    }
    expect((await desktop.state()).data.handOff).toBe('possible');
    expect((await phone.init(secret, phoneNonce)).status).toBe(200);
  });

  it('opens the session of the phone with theme, language and messages given to start', async () => {
    const { secret, phone, desktop, executionId } = await world.offered();
    const claim = await phone.init(secret, phoneNonce);
    expect(handOffClaimResponseSchema.parse(claim.data)).toMatchObject({
      handOff: { look },
      state: { executionId, begun: true },
    });
    expect((await phone.submitPassport()).data.awaiting).toBe('checks');
    expect(codeOf(await desktop.post('begin'))).toEqual(takenOver);
    expect(codeOf(await desktop.submitPassport())).toEqual(takenOver);
  });

  it('gives the phone the same session again after a lost reply or a reload', async () => {
    const { secret, phone } = await world.claimed();
    expect((await world.invitation(secret)).data.claimed).toBe(true);
    const reloaded = new Page(world.service);
    expect((await reloaded.init(secret, phoneNonce)).data.sessionKey).toBe(phone.sessionKey);
  });

  it('lets only one phone claim the secret', async () => {
    const { secret, phone } = await world.claimed();
    const thief = new Page(world.service);
    expect(codeOf(await thief.init(secret, 'nonce-of-a-thief1'))).toEqual([409, 'TICKET_USED']);
    expect(codeOf(await world.invitation(secret, 'nonce-of-a-thief1'))).toEqual([409, 'TICKET_USED']);
    expect((await phone.state()).status).toBe(200);
  });

  it(
    'gives the session to exactly one of many phones that claim it concurrently and repeatedly',
    async () => {
      const claims = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(claims, async (holders) => {
          const { secret } = await world.offered();
          const replies = await Promise.all(
            holders.map((holder) => new Page(world.service).init(secret, `nonce-of-holder-${holder}`)),
          );
          const winners = holders.filter((_, index) => replies[index]?.status === 200);
          expect(new Set(winners).size).toBe(1);
          const refused = replies.filter(({ status }) => status !== 200);
          for (const reply of refused) expect(codeOf(reply)).toEqual([409, 'TICKET_USED']);
        }),
        { numRuns: 8 },
      );
    },
    timeoutMs,
  );

  it('refuses a secret after ten minutes of the service clock', async () => {
    const early = await world.offered();
    world.service.clock.time += 10 * minuteMs - 1;
    expect((await early.phone.init(early.secret, phoneNonce)).status).toBe(200);
    const late = await world.offered();
    world.service.clock.time += 10 * minuteMs;
    expect(codeOf(await world.invitation(late.secret))).toEqual([401, 'TICKET_EXPIRED']);
    expect(codeOf(await late.phone.init(late.secret, phoneNonce))).toEqual([401, 'TICKET_EXPIRED']);
    // A phone that claimed it in time may reload the page.
    expect((await early.phone.init(early.secret, phoneNonce)).status).toBe(200);
  });

  it.each([
    ['unknown', 'A'.repeat(43)],
    ['cut', 'A'.repeat(42)],
    ['empty', ''],
  ])('refuses a secret that is %s', async (_, secret) => {
    expect(codeOf(await world.invitation(secret))).toEqual([401, 'UNAUTHORIZED']);
    expect(codeOf(await new Page(world.service).init(secret))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuses a secret once the flow has been continued elsewhere, has ended, or was quit', async () => {
    const elsewhere = await world.offered();
    await new Page(world.service).init(elsewhere.token, 'another-nonce-16c');
    expect(codeOf(await elsewhere.phone.init(elsewhere.secret, phoneNonce))).toEqual(takenOver);
    const ended = await world.offered();
    await ended.desktop.submitPassport();
    await world.service.runDueJobs();
    expect(codeOf(await ended.phone.init(ended.secret, phoneNonce))).toEqual([401, 'TICKET_EXPIRED']);
    const quit = await world.offered();
    await quit.desktop.post('cancel');
    expect(codeOf(await quit.phone.init(quit.secret, phoneNonce))).toEqual(takenOver);
  });

  it('shows the result to a returning phone until the deadline, but not after it', {
    tags: ['DRUN-31'],
  }, async () => {
    const { secret, phone, token } = await world.claimed();
    await phone.submitPassport();
    await world.service.runDueJobs();
    const again = new Page(world.service);
    expect((await again.init(secret, phoneNonce)).data.state.outcome?.status).toBe('APPROVED');
    world.service.clock.time += 3_600_000;
    for (const reply of [
      await world.invitation(secret),
      await again.init(secret, phoneNonce),
      await new Page(world.service).init(token, 'another-nonce-16c'),
    ])
      expect(codeOf(reply)).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('limits the rate of attempts, so that the secret cannot be guessed', async () => {
    const slow = await HandOffWorld.open({ perSecond: 1, burst: 4 });
    const guess = (address: string) =>
      slow.service.app.request(
        '/orchestration-api/v1/client/handoff/invitation',
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${randomToken()}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ nonce: phoneNonce }),
        },
        { incoming: { socket: { remoteAddress: address } } },
      );
    for (let count = 0; count < 4; count += 1) expect((await guess('203.0.113.7')).status).toBe(401);
    expect((await guess('203.0.113.7')).status).toBe(429);
    expect((await guess('203.0.113.8')).status).toBe(401);
    await slow.close();
  });
});

describe('the page that has handed over', () => {
  it("shows the phone's progress to the page that handed over, up to the outcome", async () => {
    const { desktop, phone } = await world.claimed();
    const first = (await desktop.state()).data;
    expect(first).toMatchObject({ awaiting: 'user', handOff: 'elsewhere', step: { kind: 'document' } });
    await phone.submitPassport();
    const checking = (await desktop.state(`?after=${first.seq}&wait=25`)).data;
    expect(checking).toMatchObject({ awaiting: 'checks', handOff: 'elsewhere' });
    await world.service.runDueJobs();
    expect((await desktop.state()).data).toMatchObject({ outcome: { status: 'APPROVED' }, handOff: 'none' });
  });

  it("ends the page's waiting poll as soon as a phone has claimed the flow", async () => {
    const { desktop, phone, secret } = await world.offered();
    const known = (await desktop.state()).data.seq;
    const poll = desktop.state(`?after=${known}&wait=25`);
    await vi.waitFor(() => expect(world.service.services.watch.size).toBe(1), { interval: 1 });
    await phone.init(secret, phoneNonce);
    const state = (await poll).data;
    expect(state.handOff).toBe('elsewhere');
    expect(state.seq).toBeGreaterThan(known);
  });

  it('lets the page that handed over extend the time', async () => {
    const { desktop, phone } = await world.claimed();
    world.service.clock.time += 30 * minuteMs;
    const { data } = await desktop.post('extend');
    expect(data).toMatchObject({
      timeLeftMs: 60 * minuteMs,
      handOff: 'elsewhere',
    });
    expect((await phone.state()).data.timeLeftMs).toBe(60 * minuteMs);
  });

  it('tells the page that the phone is silent, and that it has returned', async () => {
    const { desktop, phone } = await world.claimed();
    await phone.state();
    const { seq } = (await desktop.state()).data;
    world.service.clock.time += maxSilenceMs - 1;
    expect((await desktop.state()).data).toMatchObject({ seq, handOff: 'elsewhere' });
    world.service.clock.time += 1;
    const silent = (await desktop.state()).data;
    expect(silent.handOff).toBe('silent');
    expect(silent.seq).toBeGreaterThan(seq);
    await phone.state();
    const back = (await desktop.state()).data;
    expect(back.handOff).toBe('elsewhere');
    expect(back.seq).toBeGreaterThan(silent.seq);
  });

  it("tells the page sooner if the phone's page was closed, but not if it was only reloaded", async () => {
    const { desktop, phone, secret } = await world.claimed();
    await phone.post('leave');
    world.service.clock.time += returnWithinMs - 1;
    expect((await desktop.state()).data.handOff).toBe('elsewhere');
    await phone.init(secret, phoneNonce);
    world.service.clock.time += 1;
    expect((await desktop.state()).data.handOff).toBe('elsewhere');
    await phone.post('leave');
    world.service.clock.time += returnWithinMs;
    expect((await desktop.state()).data.handOff).toBe('silent');
  });

  it('does not report the silence of a phone that has submitted everything', async () => {
    const { desktop, phone } = await world.claimed();
    await phone.submitPassport();
    await phone.post('leave');
    world.service.clock.time += returnWithinMs;
    expect((await desktop.state()).data).toMatchObject({ awaiting: 'checks', handOff: 'elsewhere' });
  });

  it('tells the page at once when the user quits on the phone, and lets them continue on either device', async () => {
    const { desktop, phone, secret } = await world.claimed();
    expect((await phone.post<object>('cancel')).data).toEqual({});
    expect((await desktop.state()).data).toMatchObject({ awaiting: 'user', handOff: 'silent' });
    expect(codeOf(await phone.state())).toEqual(takenOver);
    expect((await phone.init(secret, phoneNonce)).status).toBe(200);
    expect((await desktop.state()).data.handOff).toBe('elsewhere');
    await phone.post('cancel');
    expect((await takeBack(desktop)).status).toBe(200);
  });

  it('leaves the phone undisturbed when the page is closed', async () => {
    const { desktop, phone, secret } = await world.claimed();
    expect((await desktop.post('leave')).status).toBe(200);
    expect((await phone.submitPassport()).status).toBe(200);
    await world.service.runDueJobs();
    expect((await phone.state()).data.outcome).toMatchObject({ status: 'APPROVED' });
    expect((await world.invitation(secret)).status).toBe(200);
  });

  it("ends the phone's session when the user quits on the page", async () => {
    const { desktop, phone, secret } = await world.claimed();
    await desktop.post('cancel');
    expect(codeOf(await phone.state())).toEqual(takenOver);
    expect(codeOf(await desktop.state())).toEqual(takenOver);
    expect(codeOf(await phone.init(secret, phoneNonce))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('answers SESSION_TAKEN_OVER to page and phone when a later start takes over the flow', async () => {
    const { desktop, phone, token } = await world.claimed();
    const later = new Page(world.service);
    await later.init(token, 'another-nonce-16c');
    for (const one of [desktop, phone]) expect(codeOf(await one.state())).toEqual(takenOver);
    expect(codeOf(await takeBack(desktop))).toEqual(takenOver);
    expect((await later.state()).data.handOff).toBe('possible');
  });
});

describe('a page that is reloaded after it handed over its flow', () => {
  /** Reloads the page with its nonce. Returns the reply for the token, and a page with that session. */
  const reloaded = async (token: string) => {
    const page = new Page(world.service);
    const reply = await page.init(token);
    return { page, reply, session: reply.data };
  };

  it('gives a reloaded page its own session, which watches the phone without disturbing it', {
    tags: ['DSDK-64'],
  }, async () => {
    const { desktop, phone, token } = await world.claimed();
    const poll = phone.state('?after=99&wait=25');
    await vi.waitFor(() => expect(world.service.services.watch.size).toBe(1), { interval: 1 });
    const { page, session } = await reloaded(token);
    expect(world.service.services.watch.size, 'the phone is not notified').toBe(1);
    expect(session).toMatchObject({
      sessionKey: desktop.sessionKey,
      configuration: 'valid',
      state: { awaiting: 'user', begun: true, step: { kind: 'document' }, handOff: 'elsewhere' },
    });
    await phone.submitPassport();
    expect((await poll).status).toBe(200);
    expect((await reloaded(token)).session.state).toMatchObject({ awaiting: 'checks', handOff: 'elsewhere' });
    await world.service.runDueJobs();
    for (const one of [page, desktop, phone])
      expect((await one.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('lets a reloaded page take the flow back', async () => {
    const { phone, token } = await world.claimed();
    const { page } = await reloaded(token);
    page.sessionKey = (await takeBack(page)).data.sessionKey;
    expect(codeOf(await phone.state())).toEqual(takenOver);
    expect((await page.submitPassport()).data.awaiting).toBe('checks');
  });

  it('refuses a reloaded page what only the phone may do', async () => {
    const { phone, token } = await world.claimed();
    const { page } = await reloaded(token);
    for (const reply of [await page.post('begin'), await page.submitPassport(), await handOver(page)])
      expect(codeOf(reply)).toEqual(takenOver);
    expect((await page.post('leave')).status).toBe(200);
    expect((await phone.submitPassport()).status).toBe(200);
  });

  it('tells a reloaded page at once that the phone is silent, or that its user has quit', async () => {
    const { desktop, phone, token } = await world.claimed();
    world.service.clock.time += maxSilenceMs;
    const { page, session } = await reloaded(token);
    expect((await page.state(`?after=${session.state.seq}&wait=25`)).data.handOff).toBe('silent');
    expect((await reloaded(token)).session.state.handOff).toBe('silent');
    await phone.state();
    expect((await reloaded(token)).session.state.handOff).toBe('elsewhere');
    await phone.post('cancel');
    const { session: after } = await reloaded(token);
    expect(after).toMatchObject({ sessionKey: desktop.sessionKey, state: { handOff: 'silent' } });
  });

  it('watches the phone in several tabs, and gives the flow to the first that takes it back', async () => {
    const { token } = await world.claimed();
    const first = await reloaded(token);
    const second = await reloaded(token);
    expect(second.session.sessionKey).toBe(first.session.sessionKey);
    first.page.sessionKey = (await takeBack(first.page)).data.sessionKey;
    expect((await first.page.state()).status).toBe(200);
    expect(codeOf(await second.page.state())).toEqual(takenOver);
  });

  it('keeps the session of a reloaded page until the secret, which stays valid, is claimed', async () => {
    const { desktop, phone, secret, token } = await world.offered();
    const { page, session } = await reloaded(token);
    expect(session).toMatchObject({ sessionKey: desktop.sessionKey, state: { handOff: 'possible' } });
    expect((await phone.init(secret, phoneNonce)).status).toBe(200);
    expect((await page.state()).data.handOff).toBe('elsewhere');
  });

  it('keeps the session of a reloaded page until its second secret is claimed', async () => {
    const { desktop, token } = await world.claimed();
    desktop.sessionKey = (await takeBack(desktop)).data.sessionKey;
    const secret = secretIn((await handOver(desktop)).data.url);
    const { page, session } = await reloaded(token);
    expect(session).toMatchObject({ sessionKey: desktop.sessionKey, state: { handOff: 'possible' } });
    const phone = new Page(world.service);
    expect((await phone.init(secret, 'nonce-of-the-2nd-phone')).status).toBe(200);
    expect((await page.state()).data.handOff).toBe('elsewhere');
  });

  it('lets a reloaded page watch the phone after its second hand-off', async () => {
    const { desktop, token } = await world.claimed();
    desktop.sessionKey = (await takeBack(desktop)).data.sessionKey;
    const phone = new Page(world.service);
    await phone.init(secretIn((await handOver(desktop)).data.url), 'nonce-of-the-2nd-phone');
    expect((await reloaded(token)).session).toMatchObject({
      sessionKey: desktop.sessionKey,
      state: { handOff: 'elsewhere' },
    });
    expect((await phone.state()).status).toBe(200);
  });

  it('shows the result to a reloaded page and to the phone until the deadline', async () => {
    const { phone, secret, token } = await world.claimed();
    await phone.submitPassport();
    await world.service.runDueJobs();
    const { session } = await reloaded(token);
    expect(session.state).toMatchObject({ outcome: { status: 'APPROVED' }, handOff: 'none' });
    expect((await new Page(world.service).init(secret, phoneNonce)).status).toBe(200);
    world.service.clock.time += 3_600_000;
    expect(codeOf((await reloaded(token)).reply)).toEqual([401, 'SESSION_EXPIRED']);
  });

  it("shows a reloaded page the result of the phone's uploads after the deadline", async () => {
    const { desktop, phone, token } = await world.claimed();
    world.service.clock.time += 3_600_000 - 1000;
    await phone.submitPassport();
    world.service.clock.time += 1000;
    const { page, session } = await reloaded(token);
    expect(session).toMatchObject({ sessionKey: desktop.sessionKey, state: { awaiting: 'checks' } });
    await world.service.runDueJobs();
    for (const one of [page, phone]) expect((await one.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('starts a new session if the flow was taken back or quit, or a later start has continued it', async () => {
    const back = await world.claimed();
    await takeBack(back.desktop);
    const quit = await world.claimed();
    await quit.desktop.post('cancel');
    const later = await world.claimed();
    const other = new Page(world.service);
    await other.init(later.token, 'another-nonce-16c');
    for (const { token, desktop, phone } of [back, quit, later]) {
      const { session } = await reloaded(token);
      expect(session.sessionKey).not.toBe(desktop.sessionKey);
      expect(session.state.handOff).toBe('possible');
      expect(codeOf(await phone.state())).toEqual(takenOver);
    }
    expect(codeOf(await other.state())).toEqual(takenOver);
  });

  it("does not let a page watch with the phone's nonce, or if its own was not stored", async () => {
    const asPhone = await world.claimed();
    expect((await new Page(world.service).init(asPhone.token, phoneNonce)).data.sessionKey).toBe(
      asPhone.phone.sessionKey,
    );
    const older = await world.claimed();
    await world.service.database.main
      .updateTable('hand_offs')
      .set({ opener_nonce_hash: null })
      .where('execution_id', '=', older.executionId)
      .execute();
    expect((await reloaded(older.token)).session.state.handOff).toBe('possible');
    expect(codeOf(await older.phone.state())).toEqual(takenOver);
  });

  it('gives the flow to a reloaded page that claimed its own secret', async () => {
    const { desktop, secret, token } = await world.offered();
    await desktop.init(secret, 'nonce-of-16-chars');
    const { page } = await reloaded(token);
    expect((await page.submitPassport()).data.awaiting).toBe('checks');
  });
});

describe('taking back', () => {
  it('gives the page a new session on taking back, and ends that of the phone', async () => {
    const { desktop, phone, secret } = await world.claimed();
    const poll = phone.state('?after=99&wait=25');
    await vi.waitFor(() => expect(world.service.services.watch.size).toBe(1), { interval: 1 });
    const { data } = await takeBack(desktop);
    expect(handOffReturnSchema.parse(data)).toMatchObject({
      state: { awaiting: 'user', handOff: 'possible' },
    });
    expect(codeOf(await poll)).toEqual(takenOver);
    expect(codeOf(await phone.submitPassport())).toEqual(takenOver);
    expect(codeOf(await phone.init(secret, phoneNonce))).toEqual([410, 'SESSION_RELEASED']);
    desktop.sessionKey = data.sessionKey;
    expect((await desktop.submitPassport()).data.awaiting).toBe('checks');
  });

  it('returns the same session again after a lost reply, but none after it was taken over', async () => {
    const { desktop, token } = await world.claimed();
    const { data } = await takeBack(desktop);
    expect((await takeBack(desktop)).data.sessionKey).toBe(data.sessionKey);
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf(await takeBack(desktop))).toEqual(takenOver);
  });

  it("invalidates the secret of an unused offer on taking back, and keeps the page's session", async () => {
    const { desktop, phone, secret } = await world.offered();
    expect((await takeBack(desktop)).data.sessionKey).toBe(desktop.sessionKey);
    expect(codeOf(await world.invitation(secret))).toEqual([410, 'SESSION_RELEASED']);
    expect(codeOf(await phone.init(secret, phoneNonce))).toEqual([410, 'SESSION_RELEASED']);
    expect((await desktop.submitPassport()).status).toBe(200);
  });

  it('refuses to return the flow to a page that did not hand it over', async () => {
    const { phone } = await world.claimed();
    expect(codeOf(await takeBack(phone))).toEqual(takenOver);
    expect(codeOf(await takeBack((await world.begun()).desktop))).toEqual(takenOver);
  });

  it("shows the result of the phone's uploads after the deadline, on both devices", async () => {
    const { desktop, phone, secret } = await world.claimed();
    world.service.clock.time += 3_600_000 - 1000;
    await phone.submitPassport();
    world.service.clock.time += 1000;
    const reloaded = new Page(world.service);
    expect((await reloaded.init(secret, phoneNonce)).data.state.awaiting).toBe('checks');
    const returned = await takeBack(desktop);
    expect(returned.data.state.awaiting).toBe('checks');
    const here = new Page(world.service);
    here.sessionKey = returned.data.sessionKey;
    await world.service.runDueJobs();
    for (const one of [desktop, phone, reloaded, here])
      expect((await one.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('refuses to take back after the deadline if the phone submitted nothing', async () => {
    const { desktop, phone, secret } = await world.claimed();
    world.service.clock.time += 3_600_000;
    for (const reply of [
      await takeBack(desktop),
      await desktop.state(),
      await phone.state(),
      await new Page(world.service).init(secret, phoneNonce),
    ])
      expect(codeOf(reply)).toEqual([401, 'SESSION_EXPIRED']);
  });

  it('allows another offer after taking back', async () => {
    const { desktop } = await world.claimed();
    desktop.sessionKey = (await takeBack(desktop)).data.sessionKey;
    const second = await handOver(desktop);
    const phone = new Page(world.service);
    await phone.init(secretIn(second.data.url), 'nonce-of-the-2nd-phone');
    expect((await desktop.state()).data.handOff).toBe('elsewhere');
  });

  it("keeps the phone's captures after taking back", async () => {
    const { desktop, phone } = await world.claimed();
    await phone.put('steps/document/attempts/1/captures/front', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]));
    const { data } = await takeBack(desktop);
    expect(data.state.step?.stored.map(({ slot }) => slot)).toEqual(['front']);
  });
});
