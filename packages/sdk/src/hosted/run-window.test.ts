import type { PopupReport } from '@vendor/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShellOptions } from '../open-flow.ts';
import { ServiceFailure, type ServiceFailureKind } from '../session/service-failure.ts';
import { fakeClock, settle } from '../testing/fake-clock.ts';
import { deferred } from '../testing/fake-ports.ts';
import { runWindow, type WindowParts } from './run-window.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const claim = { ticket: 't'.repeat(43), nonce: 'n'.repeat(32) };
const session = {
  sessionKey: 'key',
  popup: { look: { language: 'de-AT', theme: { fontWeight: 500 }, messages: { a: 'b' } }, visit: 1 },
};

/** Runs a popup with fakes controlled by the test. */
async function aWindow(members: Partial<WindowParts> = {}) {
  const seen: string[] = [];
  const reports: PopupReport[] = [];
  const released = deferred<void>();
  const clock = fakeClock();
  let away = () => {};
  const page = {
    container: {} as HTMLElement,
    showFlow: () => void seen.push('flow'),
    showMessage: (what: string) => void seen.push(what),
    close: () => void seen.push('close'),
    onHidden: (listener: () => void) => {
      away = listener;
    },
  };
  const service = {
    waitForRelease: vi.fn(() => released.promise),
    report: vi.fn(async (said: PopupReport) => void reports.push(said)),
    leave: vi.fn(() => void seen.push('leave')),
  };
  const flow = { run: vi.fn(() => void seen.push('run')), close: vi.fn(() => void seen.push('gone')) };
  const openFlow = vi.fn(async (_options: ShellOptions) => flow);
  const requestSession = vi.fn<WindowParts['requestSession']>(async () => session);
  const createService = vi.fn(() => service);
  await runWindow({
    claim,
    page,
    baseAddress: 'https://verify.example',
    cspNonce: 'nonce',
    clock,
    requestSession,
    createService,
    loadShell: async () => ({ openFlow }),
    ...members,
  });
  await settle();
  const options = () => openFlow.mock.calls[0]![0];
  return {
    seen,
    reports,
    released,
    service,
    flow,
    openFlow,
    requestSession,
    createService,
    clock,
    options,
    goAway: () => away(),
  };
}

test('claims its session and shows the flow with the look of the page', async () => {
  const { requestSession, createService, options, seen, reports } = await aWindow();
  expect(requestSession).toHaveBeenCalledExactlyOnceWith(claim, expect.any(AbortSignal));
  expect(createService).toHaveBeenCalledWith(
    expect.objectContaining({ baseAddress: 'https://verify.example', sessionKey: 'key', visit: 1 }),
  );
  expect(options().configuration).toMatchObject({
    baseAddress: 'https://verify.example',
    cspNonce: 'nonce',
    placement: { mode: 'inline' },
    language: 'de',
    theme: { fontWeight: 500 },
    messages: { a: 'b' },
  });
  await expect(options().init).resolves.toBe(session);
  expect(seen).toEqual(['flow', 'run']);
  expect(reports).toEqual([{ opened: true, started: false, ending: null, closed: false }]);
});

test.each([
  ['no language', {}, 'en'],
  ['an invalid language', { language: 7 }, 'en'],
  ['no look', undefined, 'en'],
])('uses English for %s', async (_, look, language) => {
  const requestSession = async () => ({ ...session, popup: { look, visit: 1 } });
  const { options } = await aWindow({ requestSession });
  expect(options().configuration).toMatchObject({ language, theme: undefined, messages: undefined });
});

test('sends no request without a ticket', async () => {
  const { seen, requestSession } = await aWindow({ claim: null });
  expect(seen).toEqual(['invalid']);
  expect(requestSession).not.toHaveBeenCalled();
});

test.each<[string, ServiceFailureKind, number, string]>([
  ['unknown', 'unauthorized', 401, 'invalid'],
  ['claimed by another window', 'unexpected', 409, 'elsewhere'],
  ['of a session that was continued elsewhere', 'taken-over', 409, 'elsewhere'],
  ['released', 'unexpected', 410, 'over'],
  ['lost in transit', 'unavailable', 0, 'failed'],
  ['not answered by the service', 'unexpected', 418, 'failed'],
])('shows a message if its ticket is %s', async (_, kind, status, said) => {
  const requestSession = () => Promise.reject(new ServiceFailure(kind, status));
  const { seen, openFlow } = await aWindow({ requestSession });
  expect(seen).toEqual([said]);
  expect(openFlow).not.toHaveBeenCalled();
});

test('shows a message if the flow cannot be loaded, and can be retried', async () => {
  const { seen, reports, service } = await aWindow({ loadShell: () => Promise.reject(new Error('404')) });
  expect(seen).toEqual(['failed']);
  expect(reports).toEqual([]);
  expect(service.waitForRelease).toHaveBeenCalledTimes(1);
});

test('reports everything that has happened, so that the order of arrival does not matter', async () => {
  const { options, reports } = await aWindow();
  options().emit('started');
  options().emit('completed', 'success');
  await settle();
  expect(reports).toEqual([
    { opened: true, started: false, ending: null, closed: false },
    { opened: true, started: true, ending: null, closed: false },
    { opened: true, started: true, ending: { kind: 'completed', status: 'success' }, closed: false },
  ]);
});

test.each([
  ['cancelled', undefined, { kind: 'cancelled' }],
  ['error', 'error_code_1', { kind: 'error', code: 'error_code_1' }],
] as const)('reports %s', async (event, value, ending) => {
  const { options, reports } = await aWindow();
  (options().emit as (event: string, value?: string) => void)(event, value);
  await settle();
  expect(reports[reports.length - 1]).toMatchObject({ ending });
});

test('closes itself when the user leaves, after its last report was received', async () => {
  const heard = deferred<void>();
  const { options, seen, service, reports, clock } = await aWindow();
  service.report.mockImplementation(async (said) => {
    reports.push(said);
    await heard.promise;
  });
  options().emit('cancelled');
  options().onLeft();
  await settle();
  expect(seen).toEqual(['flow', 'run', 'gone']);
  heard.resolve();
  await clock.advance(0);
  expect(reports[reports.length - 1]).toEqual({
    opened: true,
    started: false,
    ending: { kind: 'cancelled' },
    closed: true,
  });
  expect(seen).toEqual(['flow', 'run', 'gone', 'close']);
  await clock.advance(500);
  expect(seen).toEqual(['flow', 'run', 'gone', 'close', 'over']);
});

test('closes itself after a time-out if its last report is not received', async () => {
  const { options, seen, service, clock } = await aWindow();
  service.report.mockImplementation(() => new Promise(() => {}));
  options().onLeft();
  await clock.advance(1_999);
  expect(seen).not.toContain('close');
  await clock.advance(1);
  expect(seen).toContain('close');
});

test('closes itself when the page that opened it releases it', { tags: ['DSDK-58'] }, async () => {
  const { released, seen, flow, options, reports, clock } = await aWindow();
  released.resolve();
  await clock.advance(500);
  expect(flow.close).toHaveBeenCalledTimes(1);
  expect(seen.slice(-2)).toEqual(['close', 'over']);
  expect(options().signal.aborted).toBe(true);
  expect(reports).toHaveLength(1);
});

test('stays open when its session was taken over, which the flow shows', async () => {
  const { released, seen } = await aWindow();
  released.reject(new ServiceFailure('taken-over', 409));
  await settle();
  expect(seen).toEqual(['flow', 'run']);
});

test('reports leaving whenever the page is hidden, but not once it is over', {
  tags: ['DSDK-118'],
}, async () => {
  const { goAway, seen, released } = await aWindow();
  goAway();
  goAway();
  expect(seen.filter((one) => one === 'leave')).toHaveLength(2);
  released.resolve();
  await settle();
  goAway();
  expect(seen.filter((one) => one === 'leave')).toHaveLength(2);
});

test('continues if nothing can be reported', async () => {
  const { service, options, seen } = await aWindow();
  service.report.mockRejectedValue(new ServiceFailure('unexpected', 410));
  options().emit('started');
  await settle();
  expect(seen).toEqual(['flow', 'run']);
});
