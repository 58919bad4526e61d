import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../api/client-init.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { fakePopupService, fakeWindow } from '../testing/fake-popup.ts';
import { type Deferred, deferred } from '../testing/fake-ports.ts';
import { openFlow, type PopupOptions } from './popup-flow.ts';

afterEach(() => vi.restoreAllMocks());

const answer = { sessionKey: 'key', configuration: 'valid', requester: '', state: {} };

/** A flow that opens in a popup, with page, service and popup controlled by the test. */
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

/** The same, once the popup shows the flow. */
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

test("navigates the popup to the service's address, without data of the page", {
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

test('navigates the popup there too if only the hosted page can show the workflow', async () => {
  const { init, service } = opening();
  init.resolve({ ...answer, configuration: 'hosted' });
  await settle();
  expect(service.open).toHaveBeenCalledTimes(1);
});

test('leaves out unusable values of a theme, and warns the developer', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const circular: Record<string, unknown> = { fontFamily: 'Inter' };
  circular.fontUrl = circular;
  const { init, service } = opening({ theme: circular });
  init.resolve(answer);
  await settle();
  expect(service.open.mock.calls[0]?.[0]).toMatchObject({ theme: { fontFamily: 'Inter' } });
  expect(warn.mock.calls).toEqual([['VendorOrchestration: theme.fontUrl cannot be used and is ignored.']]);
});

test('resolves once the popup shows the flow', async () => {
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

test('ignores the handle once the popup has navigated to the service', {
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
])('rejects for an init that answers %s', async (_, data) => {
  const { init, flow, service } = opening();
  init.resolve(data);
  await expect(flow).rejects.toMatchObject({ exception: new Error('Invalid response from client init.') });
  expect(service.open).not.toHaveBeenCalled();
});

test('treats a refused ticket as a failed init', async () => {
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

test('rejects the start for a refused init', async () => {
  const { init, flow } = opening();
  init.reject(refusal(503));
  await expect(flow).rejects.toMatchObject({
    exception: { message: 'Failed to initialize client: 503 Service Unavailable' },
  });
});

test('does not navigate a popup that the user closes while it is empty', async () => {
  const { init, flow, popup, service } = opening();
  popup.closed = true;
  init.resolve(answer);
  await expect(flow).rejects.toMatchObject({ exception: { name: 'AbortError' } });
  expect(popup.location.replace).not.toHaveBeenCalled();
  expect(service.release).toHaveBeenCalledTimes(1);
});

test('rejects the start if the popup never shows the flow', async () => {
  const { init, flow, tell } = opening();
  init.resolve(answer);
  await settle();
  tell({ closed: true });
  await expect(flow).rejects.toMatchObject({ exception: { name: 'AbortError' } });
});

test.each(['before init is answered', 'while the ticket is requested', 'while the window loads'])(
  'leaves nothing behind if closed %s',
  async (when) => {
    const { init, flow, abort, service, popup } = opening();
    const ticket = deferred<string>();
    if (when === 'while the ticket is requested') service.open.mockReturnValue(ticket.promise);
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

test('releases the popup if closed in mid-flow, and emits no further event', async () => {
  const { flow, service, popup, events, tell } = await opened();
  flow.close();
  tell({ started: true, ending: { kind: 'cancelled' }, closed: true });
  await settle();
  expect(service.release).toHaveBeenCalledTimes(1);
  expect(popup.close).toHaveBeenCalled();
  expect(events).toEqual([]);
});

test('sends no release for a popup that has closed itself', async () => {
  const { flow, service, tell, events } = await opened();
  tell({ ending: { kind: 'cancelled' }, closed: true });
  await settle();
  flow.close();
  expect(events).toEqual(['cancelled', 'left']);
  expect(service.release).not.toHaveBeenCalled();
});
