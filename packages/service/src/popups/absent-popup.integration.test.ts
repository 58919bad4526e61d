import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Page } from '../../testing/client.ts';
import { attend, codeOf, leave, PopupWorld, popupNonce, report, watch } from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

describe('windows that leave', () => {
  it('lets a window return within 10 seconds after it left', { tags: ['DSDK-87'] }, async () => {
    const { opener, window, ticket } = await world.claimPopup();
    await leave(window);
    world.service.clock.time += 9_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    expect((await new Page(world.service).init(ticket, popupNonce)).status).toBe(200);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
  });

  it('closes the window as cancelled 10 seconds after it left, and ends its session', {
    tags: ['DSDK-59'],
  }, async () => {
    const { opener, window, ticket, token } = await world.claimPopup();
    await window.post('begin');
    await leave(window);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await window.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await attend(window)).data).toEqual({ released: true });
    expect(codeOf(await new Page(world.service).init(ticket, popupNonce))).toEqual([410, 'SESSION_RELEASED']);
    const again = await new Page(world.service).init(token, 'another-nonce-16c');
    expect(again.data.state).toMatchObject({ begun: true, awaiting: 'user' });
  });

  it('closes the window 30 seconds after its last request: 20 of silence and 10 to return', {
    tags: ['DSDK-121'],
  }, async () => {
    const { opener, window } = await world.claimPopup();
    world.service.clock.time += 29_999;
    expect((await attend(window)).data).toEqual({ released: false });
    world.service.clock.time += 29_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    world.service.clock.time += 1;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
  });

  it('counts the window as present while its poll is pending, and as silent once the connection ends', async () => {
    const { opener, window, executionId } = await world.claimPopup();
    const gone = new AbortController();
    const poll = world.service.app.request('/orchestration-api/v1/client/popup/attendance?wait=25', {
      headers: { authorization: `Bearer ${window.sessionKey}` },
      signal: gone.signal,
    });
    const { time } = world.service.clock;
    await vi.waitFor(async () => expect((await world.rowOf(executionId)).gone_at).toBe(time + 55_000), {
      interval: 1,
    });
    world.service.clock.time += 54_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    world.service.clock.time -= 50_000;
    gone.abort();
    await poll;
    world.service.clock.time += 30_000;
    expect(await watch(opener)).toMatchObject({ closed: true });
  });

  it('ignores a leave message that arrives after the window has returned', async () => {
    const { opener, window, ticket } = await world.claimPopup();
    await new Page(world.service).init(ticket, popupNonce);
    await leave(window, 1);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
    await leave(window, 2);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: true });
  });

  it('continues the session of a window that left if no opener asks for its state', {
    tags: ['DSDK-60'],
  }, async () => {
    const { window } = await world.claimPopup();
    await window.post('begin');
    await leave(window);
    world.service.clock.time += 600_000;
    expect((await attend(window)).data).toEqual({ released: false });
    expect((await window.submitPassport()).data.awaiting).toBe('checks');
    await world.service.runDueJobs();
    expect((await window.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('reports a window that left during the checks as completed with a pending result', async () => {
    const { opener, window } = await world.claimPopup();
    await window.post('begin');
    await window.submitPassport();
    await leave(window);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'pending' },
      closed: true,
    });
    await world.service.runDueJobs();
  });

  it('reports a window that left before the outcome as completed with the outcome', async () => {
    const { opener, window } = await world.claimPopup();
    await window.post('begin');
    await window.submitPassport();
    await leave(window);
    await world.service.runDueJobs();
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'success' },
      closed: true,
    });
  });

  it('closes a window immediately if it leaves after reporting its ending', async () => {
    const { opener, window, executionId } = await world.claimPopup();
    await report(window, { opened: true, ending: { kind: 'completed', status: 'failed' } });
    await leave(window);
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'failed' },
      closed: true,
    });
    expect((await world.rowOf(executionId)).sealed_look).toBeNull();
  });
});

describe('windows that close themselves', () => {
  it('closes the window with the ending that it reported', async () => {
    const { opener, window } = await world.claimPopup();
    await report(window, { opened: true, started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(await watch(opener)).toMatchObject({ started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await report(window, { opened: true }))).toEqual([410, 'SESSION_RELEASED']);
    expect((await leave(window)).status).toBe(200);
  });

  it('closes a window that reported no ending as cancelled', async () => {
    const { opener, window } = await world.claimPopup();
    await report(window, { closed: true });
    expect(await watch(opener)).toMatchObject({ opened: false, ending: { kind: 'cancelled' }, closed: true });
  });
});
