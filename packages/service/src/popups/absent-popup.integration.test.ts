import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Page } from '../../testing/client.ts';
import { attend, codeOf, leave, PopupWorld, report, watch, windowNonce } from '../../testing/popup-world.ts';

let world: PopupWorld;
beforeAll(async () => {
  world = await PopupWorld.open();
});
afterAll(() => world.close());

describe('a window that goes away', () => {
  it('may return within 10 seconds after it has left', { tags: ['DSDK-87'] }, async () => {
    const { opener, window, ticket } = await world.claimedWindow();
    await leave(window);
    world.service.clock.time += 9_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    expect((await new Page(world.service).init(ticket, windowNonce)).status).toBe(200);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
  });

  it('counts as gone after that: cancelled, and its session has ended', { tags: ['DSDK-59'] }, async () => {
    const { opener, window, ticket, token } = await world.claimedWindow();
    await window.post('begin');
    await leave(window);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await window.state())).toEqual([409, 'SESSION_TAKEN_OVER']);
    expect((await attend(window)).data).toEqual({ released: true });
    expect(codeOf(await new Page(world.service).init(ticket, windowNonce))).toEqual([
      410,
      'SESSION_RELEASED',
    ]);
    const again = await new Page(world.service).init(token, 'another-nonce-16c');
    expect(again.data.state).toMatchObject({ begun: true, awaiting: 'user' });
  });

  it('counts as gone after 20 seconds of silence and 10 more', { tags: ['DSDK-121'] }, async () => {
    const { opener, window } = await world.claimedWindow();
    world.service.clock.time += 29_999;
    expect((await attend(window)).data).toEqual({ released: false });
    world.service.clock.time += 29_999;
    expect(await watch(opener)).toMatchObject({ closed: false });
    world.service.clock.time += 1;
    expect(await watch(opener)).toMatchObject({ ending: { kind: 'cancelled' }, closed: true });
  });

  it('counts as there for as long as it waits, and silent from where its connection ends', async () => {
    const { opener, window, executionId } = await world.claimedWindow();
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

  it('was not away when its farewell comes after its return', async () => {
    const { opener, window, ticket } = await world.claimedWindow();
    await new Page(world.service).init(ticket, windowNonce);
    await leave(window, 1);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: false });
    await leave(window, 2);
    world.service.clock.time += 10_000;
    expect(await watch(opener)).toMatchObject({ closed: true });
  });

  it('continues while the opener was not told that it left: the opener may be gone', {
    tags: ['DSDK-60'],
  }, async () => {
    const { window } = await world.claimedWindow();
    await window.post('begin');
    await leave(window);
    world.service.clock.time += 600_000;
    expect((await attend(window)).data).toEqual({ released: false });
    expect((await window.submitPassport()).data.awaiting).toBe('checks');
    await world.service.runDueJobs();
    expect((await window.state()).data.outcome?.status).toBe('APPROVED');
  });

  it('while the checks run has completed, pending', async () => {
    const { opener, window } = await world.claimedWindow();
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

  it('after the outcome has completed as the outcome says', async () => {
    const { opener, window } = await world.claimedWindow();
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

  it('ends at once after reporting the ending', async () => {
    const { opener, window, executionId } = await world.claimedWindow();
    await report(window, { opened: true, ending: { kind: 'completed', status: 'failed' } });
    await leave(window);
    expect(await watch(opener)).toMatchObject({
      ending: { kind: 'completed', status: 'failed' },
      closed: true,
    });
    expect((await world.rowOf(executionId)).sealed_look).toBeNull();
  });
});

describe('a window that closes itself', () => {
  it('counts as over, with the ending that it reported', async () => {
    const { opener, window } = await world.claimedWindow();
    await report(window, { opened: true, started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(await watch(opener)).toMatchObject({ started: true, ending: { kind: 'cancelled' }, closed: true });
    expect(codeOf(await report(window, { opened: true }))).toEqual([410, 'SESSION_RELEASED']);
    expect((await leave(window)).status).toBe(200);
  });

  it('without a word about the ending has cancelled', async () => {
    const { opener, window } = await world.claimedWindow();
    await report(window, { closed: true });
    expect(await watch(opener)).toMatchObject({ opened: false, ending: { kind: 'cancelled' }, closed: true });
  });
});
