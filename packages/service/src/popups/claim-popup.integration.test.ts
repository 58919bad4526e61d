import { popupClaimResponseSchema, problemSchema } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegOf, Page } from '../../testing/client.ts';
import {
  codeOf,
  look,
  openAnother,
  PopupWorld,
  popupNonce,
  ticketIn,
  watch,
} from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

describe('tickets of windows', () => {
  it('exchanges a ticket for a session with the theme, language and messages given to start', async () => {
    const { claim, opener, window } = await world.claimPopup();
    expect(popupClaimResponseSchema.parse(claim.data)).toMatchObject({ popup: { look, visit: 1 } });
    expect((await window.post('begin')).data).toMatchObject({ begun: true });
    expect(codeOf(await opener.post('begin'))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });

  it('accepts a ticket from one window only', { tags: ['DSDK-110'] }, async () => {
    const { ticket, window } = await world.claimPopup();
    const thief = await new Page(world.service).init(ticket, 'nonce-of-a-thief1');
    expect(codeOf(thief)).toEqual([409, 'TICKET_USED']);
    expect((await window.state()).status).toBe(200);
  });

  it('returns the same session to the same window after a lost reply or a reload', async () => {
    const { ticket, window, claim } = await world.claimPopup();
    await window.post('begin');
    await window.put('steps/document/attempts/1/captures/front', jpegOf('x'));
    const reloaded = await new Page(world.service).init(ticket, popupNonce);
    expect(reloaded.data.sessionKey).toBe(claim.data.sessionKey);
    expect(reloaded.data).toMatchObject({
      popup: { look, visit: 2 },
      state: { begun: true, step: { stored: [{ slot: 'front' }] } },
    });
  });

  it('refuses a ticket after 60 seconds by the service clock', { tags: ['DSDK-56'] }, async () => {
    const early = await world.openPopup();
    world.service.clock.time += 59_999;
    expect((await early.window.init(early.ticket, popupNonce)).status).toBe(200);
    const late = await world.openPopup();
    world.service.clock.time += 60_000;
    expect(codeOf(await late.window.init(late.ticket, popupNonce))).toEqual([401, 'TICKET_EXPIRED']);
    expect(await watch(late.opener)).toMatchObject({ opened: false, ending: null, closed: true });
    expect(codeOf(await late.window.init(late.ticket, popupNonce))).toEqual([401, 'TICKET_EXPIRED']);
  });

  it.each([
    ['unknown', 'A'.repeat(43)],
    ['truncated', 'A'.repeat(42)],
    ['missing', ''],
  ])('refuses a ticket that is %s with 401 before reading the body', async (_, ticket) => {
    const reply = await world.service.app.request('/orchestration-api/v1/client/init', {
      method: 'POST',
      headers: { authorization: `Bearer ${ticket}` },
      body: '{not json',
    });
    expect([reply.status, problemSchema.parse(await reply.json()).code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuses a ticket that was replaced by another', async () => {
    const { opener, ticket, window } = await world.openPopup();
    await opener.post('popup', { look });
    expect(codeOf(await window.init(ticket, popupNonce))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('refuses a ticket after the session it was issued to has ended', { tags: ['DSDK-111'] }, async () => {
    const { token, ticket, window } = await world.openPopup();
    await new Page(world.service).init(token, 'another-nonce-16c');
    expect(codeOf(await window.init(ticket, popupNonce))).toEqual([409, 'SESSION_TAKEN_OVER']);
  });

  it('refuses a ticket after the session was continued elsewhere', { tags: ['DSDK-111'] }, async () => {
    const { token, ticket } = await world.claimPopup();
    const elsewhere = new Page(world.service);
    await elsewhere.init(token, 'another-nonce-16c');
    expect(codeOf(await new Page(world.service).init(ticket, popupNonce))).toEqual([
      409,
      'SESSION_TAKEN_OVER',
    ]);
    expect((await elsewhere.state()).status).toBe(200);
  });

  it('returns the outcome of an execution that has ended meanwhile', async () => {
    const { opener, window } = await world.openPopup();
    await opener.post('begin');
    await opener.submitPassport();
    await world.service.runDueJobs();
    const claim = await window.init(ticketIn(await openAnother(opener)), popupNonce);
    expect(claim.data.state).toMatchObject({ awaiting: 'none', outcome: { status: 'APPROVED' } });
  });

  it('refuses a ticket after the deadline of the session', async () => {
    const { opener } = await world.page();
    world.service.clock.time += 3_600_000 - 30_000;
    const ticket = ticketIn(await openAnother(opener));
    world.service.clock.time += 30_000;
    const claim = await new Page(world.service).init(ticket, popupNonce);
    expect(codeOf(claim)).toEqual([401, 'SESSION_EXPIRED']);
  });

  it("returns the window's session after the deadline while checks run, and refuses once they have ended", {
    tags: ['DRUN-31'],
  }, async () => {
    const { ticket, window } = await world.claimPopup();
    await window.post('begin');
    world.service.clock.time += 3_600_000 - 1000;
    await window.submitPassport();
    world.service.clock.time += 1000;
    const reloaded = await new Page(world.service).init(ticket, popupNonce);
    expect(reloaded.data).toMatchObject({ sessionKey: window.sessionKey, state: { awaiting: 'checks' } });
    await world.service.runDueJobs();
    const again = await new Page(world.service).init(ticket, popupNonce);
    expect(codeOf(again)).toEqual([401, 'SESSION_EXPIRED']);
    // A page of the window that stayed open still learns the outcome.
    expect((await window.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('ignores a ticket in GET requests', { tags: ['DSDK-113', 'DREQ-84'] }, async () => {
    const { ticket, window } = await world.openPopup();
    for (const path of [
      `/popup?ticket=${ticket}`,
      `/popup`,
      `/orchestration-api/v1/client/init?ticket=${ticket}`,
    ]) {
      await world.service.app.request(path, { headers: { authorization: `Bearer ${ticket}` } });
    }
    expect((await window.init(ticket, popupNonce)).status).toBe(200);
  });
});
