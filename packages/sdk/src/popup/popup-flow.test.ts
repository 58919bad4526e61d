import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../api/client-init.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { fakePopupService, fakeWindow } from '../testing/fake-popup.ts';
import { type Deferred, deferred } from '../testing/fake-ports.ts';
import { openFlow, type PopupOptions } from './popup-flow.ts';

afterEach(() => vi.restoreAllMocks());

const answer = { sessionKey: 'key', configuration: 'valid', requester: '', state: {} };

/** A flow that opens in a window; the page, the service and the window are in the test's hands. */
function opening(members: Partial<PopupOptions['configuration']> = {}) {
  const world = fakePopupService();
  const popup = fakeWindow();
  const init: Deferred<unknown> = deferred();
  const abort = new AbortController();
  const events: string[] = [];
  const createClient = vi.fn(() => world.service);
  const options = {
    configuration: {
      token: 'eu.token',
      baseAddress: 'https://verify.example',
      placement: { mode: 'popup' },
      language: 'de',
      theme: { fontFamily: 'Inter' },
      cspNonce: undefined,
      messages: { 'quit.leave': 'Raus' },
      ...members,
    },
    init: init.promise,
    emit: (name: string, value?: string) => void events.push(value ? `${name} ${value}` : name),
    clock: fakeClock(),
    signal: abort.signal,
    onLeft: () => void events.push('left'),
    popup: popup as unknown as Window,
    refusal,
  } as PopupOptions;
  const flow = openFlow(options, createClient);
  flow.catch(() => {});
  return { ...world, popup, init, abort, events, flow, createClient };
}

/** The same, once the window shows the flow. */
async function opened() {
  const world = opening();
  world.init.resolve(answer);
  await settle();
  world.tell({ opened: true });
  const flow = await world.flow;
  if (!flow) throw new Error('The flow did not open.');
  flow.run();
  await settle();
  return { ...world, flow };
}

test('sends the window to the address that the service gives, with nothing of the page in it', {
  tags: ['DSDK-112'],
}, async () => {
  const { init, service, popup, createClient } = opening();
  init.resolve(answer);
  await settle();
  expect(createClient).toHaveBeenCalledWith(
    expect.objectContaining({ baseAddress: 'https://verify.example', sessionKey: 'key' }),
  );
  expect(service.open.mock.calls[0]?.[0]).toEqual({
    language: 'de',
    theme: { fontFamily: 'Inter' },
    messages: { 'quit.leave': 'Raus' },
  });
  expect(popup.location.replace.mock.calls).toEqual([[`https://verify.example/popup#${'t'.repeat(43)}`]]);
});

test('sends it there too when the service says that its own page alone can show the workflow', async () => {
  const { init, service } = opening();
  init.resolve({ ...answer, configuration: 'hosted' });
  await settle();
  expect(service.open).toHaveBeenCalledTimes(1);
});

test('opens without what of a theme cannot be sent, and tells the developer', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const circular: Record<string, unknown> = { fontFamily: 'Inter' };
  circular.fontUrl = circular;
  const { init, service } = opening({ theme: circular });
  init.resolve(answer);
  await settle();
  expect(service.open.mock.calls[0]?.[0]).toMatchObject({ theme: { fontFamily: 'Inter' } });
  expect(warn.mock.calls).toEqual([['VendorOrchestration: theme.fontUrl cannot be used and is ignored.']]);
});

test('opens once the window shows the flow, and not before', async () => {
  const { init, flow, tell, events } = opening();
  const isOpen = vi.fn();
  flow.then(isOpen);
  init.resolve(answer);
  await settle();
  expect(isOpen).not.toHaveBeenCalled();
  tell({ opened: true });
  await settle();
  expect(isOpen).toHaveBeenCalledWith(expect.objectContaining({ run: expect.any(Function) }));
  expect(events).toEqual([]);
});

test('does not believe the handle once the window has gone to the service', {
  tags: ['DSDK-57', 'DSDK-116'],
}, async () => {
  const { init, flow, popup, tell } = opening();
  init.resolve(answer);
  await settle();
  // Isolation cuts the handle, which then looks closed.
  popup.closed = true;
  tell({ opened: true });
  await expect(flow).resolves.not.toBeNull();
});

test.each([
  ['nothing', undefined],
  ['no key', { ...answer, sessionKey: undefined }],
  ['a configuration that cannot be shown', { ...answer, configuration: 'invalid' }],
])('refuses an init that answers %s', async (_, data) => {
  const { init, flow, service } = opening();
  init.resolve(data);
  await expect(flow).rejects.toMatchObject({ exception: new Error('Invalid response from client init.') });
  expect(service.open).not.toHaveBeenCalled();
});

test('a ticket that is refused is a failed init', async () => {
  const { init, flow, service, popup } = opening();
  service.open.mockRejectedValue(new ServiceFailure('unauthorized', 401));
  init.resolve(answer);
  await expect(flow).rejects.toMatchObject({
    exception: new Error('Failed to initialize client: 401 Unauthorized'),
    unauthorized: true,
  });
  expect(popup.location.replace).not.toHaveBeenCalled();
  expect(service.release).not.toHaveBeenCalled();
});

test('an init that is refused refuses the start', async () => {
  const { init, flow } = opening();
  init.reject(refusal(503));
  await expect(flow).rejects.toMatchObject({
    exception: { message: 'Failed to initialize client: 503 Service Unavailable' },
  });
});

test('a window that the user closes while it is empty is never sent anywhere', async () => {
  const { init, flow, popup, service } = opening();
  popup.closed = true;
  init.resolve(answer);
  await expect(flow).rejects.toMatchObject({ exception: { name: 'AbortError' } });
  expect(popup.location.replace).not.toHaveBeenCalled();
  expect(service.release).toHaveBeenCalledTimes(1);
});

test('a window that never comes to show the flow ends the start', async () => {
  const { init, flow, tell } = opening();
  init.resolve(answer);
  await settle();
  tell({ closed: true });
  await expect(flow).rejects.toMatchObject({ exception: { name: 'AbortError' } });
});

test.each(['before init is answered', 'while the ticket is asked for', 'while the window loads'])(
  'a close %s leaves nothing behind',
  async (when) => {
    const { init, flow, abort, service, popup } = opening();
    const ticket = deferred<string>();
    if (when === 'while the ticket is asked for') service.open.mockReturnValue(ticket.promise);
    if (when !== 'before init is answered') init.resolve(answer);
    await settle();
    abort.abort();
    init.resolve(answer);
    ticket.resolve('https://verify.example/popup#late');
    await expect(flow).resolves.toBeNull();
    const wasSent = when === 'while the window loads';
    expect(popup.location.replace).toHaveBeenCalledTimes(wasSent ? 1 : 0);
    expect(service.release).toHaveBeenCalledTimes(when === 'before init is answered' ? 0 : 1);
  },
);

test('a close in mid-flow releases the window, and no event follows', async () => {
  const { flow, service, popup, events, tell } = await opened();
  flow.close();
  tell({ started: true, ending: { kind: 'cancelled' }, closed: true });
  await settle();
  expect(service.release).toHaveBeenCalledTimes(1);
  expect(popup.close).toHaveBeenCalled();
  expect(events).toEqual([]);
});

test('a window that has closed itself needs no release', async () => {
  const { flow, service, tell, events } = await opened();
  tell({ ending: { kind: 'cancelled' }, closed: true });
  await settle();
  flow.close();
  expect(events).toEqual(['cancelled', 'left']);
  expect(service.release).not.toHaveBeenCalled();
});
