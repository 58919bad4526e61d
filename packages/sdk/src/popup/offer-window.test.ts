import { expect, test, vi } from 'vitest';
import { exceptions, StartRefused } from '../config/exceptions.ts';
import type { Screen } from '../flow/screen.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { fakePopupService, fakeWindow } from '../testing/fake-popup.ts';
import { type OfferOptions, offerWindow } from './offer-window.ts';

/** A page that offers a popup, with user, browser, service and popup controlled by the test. */
function offering() {
  const world = fakePopupService();
  const windows: ReturnType<typeof fakeWindow>[] = [];
  const events: string[] = [];
  let screen: Screen = { kind: 'loading' };
  const openWindow = vi.fn<() => Window | null>(() => {
    windows.push(fakeWindow());
    return windows.at(-1) as unknown as Window;
  });
  const createClient = vi.fn<NonNullable<OfferOptions['createClient']>>(() => world.service);
  const renewSession = vi.fn(async () => 'another key');
  const farewell = { cancel: vi.fn(), leave: vi.fn() };
  const offer = offerWindow({
    configuration: {
      baseAddress: 'https://verify.example',
      language: 'de',
      theme: { fontFamily: 'Inter' },
      messages: undefined,
    },
    sessionKey: 'key',
    renewSession,
    openWindow,
    createClient,
    farewell,
    clock: fakeClock(),
    emit: (name, ...values) => void events.push([name, ...values].join(' ')),
    onLeft: () => void events.push('left'),
    show: (shown) => {
      screen = shown;
    },
  });
  const press = async () => {
    offer.open();
    await settle();
  };
  const keys = () => createClient.mock.calls.map(([{ sessionKey }]) => sessionKey);
  return {
    ...world,
    offer,
    press,
    windows,
    events,
    openWindow,
    renewSession,
    farewell,
    keys,
    stage: () => ('stage' in screen ? screen.stage : screen.kind),
    screen: () => screen,
  };
}

/** The same, after the user has begun in the popup. */
async function begun() {
  const world = offering();
  await world.press();
  world.tell({ opened: true });
  await settle();
  world.tell({ started: true });
  await settle();
  return world;
}

test("opens a popup only on request, synchronously in the user's gesture", async () => {
  const { offer, openWindow, stage, service } = offering();
  await settle();
  expect([openWindow.mock.calls.length, stage()]).toEqual([0, 'offered']);
  offer.open();
  expect([openWindow.mock.calls.length, stage()]).toEqual([1, 'opened']);
  await settle();
  expect(service.open.mock.calls[0]?.[0]).toEqual({ language: 'de', theme: { fontFamily: 'Inter' } });
});

test("navigates the popup to the service's address, with the session of the page", async () => {
  const { press, windows, keys } = offering();
  await press();
  expect(windows[0]?.location.replace.mock.calls).toEqual([
    [`https://verify.example/popup#${'t'.repeat(43)}`],
  ]);
  expect(keys()).toEqual(['key']);
});

test('emits the same events as for a flow started in a popup', { tags: ['DSDK-83'] }, async () => {
  const { tell, events } = await begun();
  tell({ ending: { kind: 'completed', status: 'success' } });
  await settle();
  tell({ closed: true });
  await settle();
  expect(events).toEqual(['started', 'completed success', 'left']);
});

test('reports a popup blocked by the browser, and opens it on the next attempt', async () => {
  const { press, openWindow, stage, service } = offering();
  openWindow.mockReturnValueOnce(null);
  await press();
  expect([stage(), service.open.mock.calls.length]).toEqual(['blocked', 0]);
  await press();
  expect(stage()).toBe('opened');
});

test.each([
  ['unavailable', 0],
  ['unexpected', 404],
] as const)(
  'reports that the popup could not be opened when the service is %s, and retries on request',
  async (kind, status) => {
    const { press, service, stage, windows, keys, events } = offering();
    service.open.mockRejectedValueOnce(new ServiceFailure(kind, status));
    await press();
    expect([stage(), windows[0]?.closed]).toEqual(['failed', true]);
    await press();
    expect([stage(), keys()]).toEqual(['opened', ['key', 'another key']]);
    expect(events).toEqual([]);
  },
);

test.each([
  [
    'a session that is over',
    new ServiceFailure('unauthorized', 401),
    { kind: 'session-expired', code: 'error_code_3' },
  ],
  [
    'a flow continued elsewhere',
    new ServiceFailure('taken-over', 409),
    { kind: 'taken-over', code: 'unknown' },
  ],
])('ends with %s', async (_, failure, problem) => {
  const { press, offer, service, screen, events, openWindow, farewell } = offering();
  service.open.mockRejectedValueOnce(failure);
  await press();
  expect(screen()).toEqual({ kind: 'problem', problem });
  await press();
  expect(openWindow).toHaveBeenCalledTimes(1);
  offer.leave();
  expect(events).toEqual([`error ${problem.code}`, 'left']);
  expect(farewell.cancel).not.toHaveBeenCalled();
});

test('ends with a token that gives no further session', async () => {
  const { press, service, renewSession, screen } = offering();
  service.open.mockRejectedValueOnce(new ServiceFailure('unavailable', 0));
  await press();
  renewSession.mockRejectedValue(new StartRefused(exceptions.initFailed(401, 'Unauthorized'), true));
  await press();
  expect(screen()).toMatchObject({ problem: { code: 'error_code_3' } });
});

test('offers the popup again if it never loaded, or was closed at once', async () => {
  const { press, tell, stage, openWindow, service, keys } = offering();
  await press();
  tell({ closed: true });
  await settle();
  expect(stage()).toBe('offered');

  openWindow.mockReturnValueOnce({ ...fakeWindow(), closed: true } as unknown as Window);
  await press();
  expect([stage(), service.release.mock.calls.length]).toEqual(['offered', 2]);
  expect(keys()).toEqual(['key', 'another key']);
});

test('replaces a lost popup, and emits each event once', async () => {
  const { press, tell, windows, service, keys, events } = await begun();
  await press();
  expect([windows[0]?.closed, service.release.mock.calls.length, keys()]).toEqual([
    true,
    1,
    ['key', 'another key'],
  ]);
  tell({ opened: true, started: true });
  await settle();
  tell({ ending: { kind: 'cancelled' }, closed: true });
  await settle();
  expect(events).toEqual(['started', 'cancelled', 'left']);
});

test('quits at once before the user has begun', async () => {
  const { offer, events, farewell } = offering();
  offer.askToQuit();
  expect(events).toEqual(['cancelled', 'left']);
  expect(farewell.cancel).toHaveBeenCalledTimes(1);
});

test('asks before quitting once the user has begun in the popup', { tags: ['DSDK-32'] }, async () => {
  const { offer, stage, events, windows, service } = await begun();
  offer.askToQuit();
  expect([stage(), events]).toEqual(['leaving', ['started']]);
  offer.stay();
  expect([stage(), windows[0]?.closed]).toEqual(['opened', false]);
  offer.askToQuit();
  offer.leave();
  expect(events).toEqual(['started', 'cancelled', 'left']);
  // The page closes the flow.
  offer.dispose();
  expect([windows[0]?.closed, service.release.mock.calls.length]).toEqual([true, 1]);
});

test('quits without a question once there is a result', async () => {
  const { offer, tell, events } = await begun();
  tell({ ending: { kind: 'completed', status: 'pending' } });
  await settle();
  offer.askToQuit();
  expect(events).toEqual(['started', 'completed pending', 'left']);
});

test('releases the popup if closed in the turn in which its address arrives', async () => {
  const { offer, service, windows, events } = offering();
  offer.open();
  offer.dispose();
  await settle();
  expect([windows[0]?.closed, windows[0]?.location.replace.mock.calls]).toEqual([true, []]);
  expect(service.news).not.toHaveBeenCalled();
  expect(events).toEqual([]);
});
