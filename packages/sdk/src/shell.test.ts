// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
// Imported here so that they are loaded before the flow needs them.
import * as continueFlow from './continue-flow.ts';
import '@vendor/texts/locales/en/capture';
import './steps/document/capture-screens.tsx';
import type { OpenFlow, ShellOptions } from './open-flow.ts';
import { openFlow } from './shell.ts';
import { clientState, finished } from './testing/client-state.ts';
import { fakeClock } from './testing/fake-clock.ts';
import { deferred } from './testing/fake-ports.ts';

const answer = { sessionKey: 'key', configuration: 'valid', requester: 'Shop', state: clientState() };
let page: string;
let flow: OpenFlow | null = null;

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  page = document.documentElement.outerHTML;
});
afterEach(() => {
  flow?.close();
  flow = null;
  vi.unstubAllGlobals();
});

const open = async (
  init: unknown,
  configuration: Partial<ShellOptions['configuration']> = {},
  options: Partial<ShellOptions> = {},
) => {
  flow = await openFlow({
    configuration: {
      token: 'eu.token',
      baseAddress: 'https://verify.example',
      placement: { mode: 'fullscreen' },
      language: 'en',
      theme: undefined,
      cspNonce: undefined,
      messages: undefined,
      ...configuration,
    },
    init: Promise.resolve(init),
    emit: vi.fn(),
    clock: fakeClock(),
    signal: new AbortController().signal,
    onLeft: vi.fn(),
    ...options,
  });
};

test('shows the flow over the page, and removes all of it again', { tags: ['S4.5-5'] }, async () => {
  await open(answer);
  const host = document.querySelector('[data-vendor-orchestration]');
  expect(host?.shadowRoot?.textContent).toContain('Verify your identity');
  flow?.close();
  expect(document.documentElement.outerHTML).toBe(page);
});

test('opens as soon as the page has a body when started by a script in the head', async () => {
  const { body } = document;
  body.remove();
  const opening = open(answer);
  await new Promise((resolve) => setTimeout(resolve));
  document.documentElement.append(body);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await opening;
  expect(body.querySelector('[data-vendor-orchestration]')).not.toBeNull();
});

test.each([
  ['over the page', () => ({ mode: 'fullscreen' }) as const],
  [
    'in the same container',
    () => ({ mode: 'inline', container: document.querySelector<HTMLElement>('main')! }) as const,
  ],
])('closes a flow of another copy of the SDK %s before it opens', async (_, place) => {
  document.body.innerHTML = '<main></main>';
  const onLeft = vi.fn(() => other?.close());
  await open(answer, { placement: place() }, { onLeft });
  const other = flow;
  // Compares only the head, which holds the style sheet of the scroll lock. The style attribute is set later, by a lazy chunk,
  // and only because jsdom does not compute `overflow-y` from `overflow`.
  const locked = document.head.innerHTML;
  await open(answer, { placement: place() });
  expect(onLeft).toHaveBeenCalledOnce();
  expect(document.querySelectorAll('[data-vendor-orchestration]')).toHaveLength(1);
  // The second flow locks the scrolling that the first one released.
  expect(document.head.innerHTML).toBe(locked);
  flow?.close();
  document.body.innerHTML = '';
  expect(document.documentElement.outerHTML).toBe(page);
});

test('leaves a flow of another copy of the SDK in another container alone', async () => {
  document.body.innerHTML = '<main></main><aside></aside>';
  const onLeft = vi.fn();
  await open(
    answer,
    { placement: { mode: 'inline', container: document.querySelector('main')! } },
    { onLeft },
  );
  const other = flow;
  await open(answer, { placement: { mode: 'inline', container: document.querySelector('aside')! } });
  expect(onLeft).not.toHaveBeenCalled();
  expect(document.querySelectorAll('[data-vendor-orchestration]')).toHaveLength(2);
  other?.close();
  document.body.innerHTML = '';
});

test('uses the requested language with its direction, and keeps that of the page', {
  tags: ['DSDK-41'],
}, async () => {
  const { lang, dir } = document.documentElement;
  await open(answer, { language: 'ar' });
  const frame = document.querySelector('[data-vendor-orchestration]')?.shadowRoot?.querySelector('.frame');
  expect([frame?.getAttribute('lang'), frame?.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  expect(frame?.querySelector('h1')?.textContent).toBe('تحقق من هويتك');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual([lang, dir]);
});

test.each([
  ['an answer without data', undefined],
  ['an incomplete answer', { ...answer, sessionKey: undefined }],
  ['an answer whose configuration cannot be shown', { ...answer, configuration: 'invalid' }],
])(
  'rejects the start after %s, and leaves no trace',
  { tags: ['S7.4-4', 'DSDK-9', 'DSDK-10', 'DSDK-90'] },
  async (_, init) => {
    await expect(open(init)).rejects.toMatchObject({
      exception: new Error('Invalid response from client init.'),
      unauthorized: false,
    });
    expect(document.documentElement.outerHTML).toBe(page);
  },
);

test('pauses and resumes the flow with the visibility of the tab, until it is closed', async () => {
  const told: string[] = [];
  const state = finished({ status: 'APPROVED', retryLimitOf: null });
  const loadRest: ShellOptions['loadRest'] = async () => ({
    continueFlow: (options) => ({
      ...continueFlow.continueFlow(options),
      pause: () => told.push('pause'),
      resume: () => told.push('resume'),
    }),
  });
  await open({ ...answer, state }, {}, { loadRest });
  const hidden = vi.spyOn(document, 'hidden', 'get');
  const show = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show(true);
  show(false);
  expect(told).toEqual(['pause', 'resume']);
  flow?.close();
  show(true);
  hidden.mockRestore();
  expect(told).toEqual(['pause', 'resume']);
});

test('continues a flow with an unknown step on the hosted page', { tags: ['DSDK-83'] }, async () => {
  const emit = vi.fn();
  const onLeft = vi.fn();
  const opened = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  const openWindow = vi.fn(() => opened);
  const asked: string[] = [];
  vi.stubGlobal('open', openWindow);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.includes('wait=')) return new Promise(() => {});
    return Response.json({ data: { url: `https://verify.example/popup#${'t'.repeat(43)}` } });
  });
  const state = clientState({ step: null });
  await open({ ...answer, configuration: 'hosted', state }, {}, { emit, onLeft });
  flow?.run();
  const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
  const heading = () => root?.querySelector('h1')?.textContent;
  expect(heading()).toBe('Go on in a new window');
  expect(openWindow).not.toHaveBeenCalled();

  [...(root?.querySelectorAll('button') ?? [])]
    .find(({ textContent }) => textContent === 'Open the window')
    ?.click();
  expect(openWindow).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(opened.location.replace).toHaveBeenCalled());
  expect(heading()).toBe('Go on in the other window');
  expect(asked[0]).toBe('https://verify.example/orchestration-api/v1/client/popup');

  root?.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
  expect([emit.mock.calls, onLeft.mock.calls.length]).toEqual([[['cancelled']], 1]);
  flow?.close();
  expect(opened.close).toHaveBeenCalled();
  expect(asked.at(-1)).toBe('https://verify.example/orchestration-api/v1/client/popup/release');
  expect(document.documentElement.outerHTML).toBe(page);
});

describe('a page that removes the container of the flow', () => {
  const box = () => document.body.appendChild(document.createElement('section'));

  test('rejects the start if removed while the service answers', async () => {
    const container = box();
    const init = deferred<unknown>();
    const opening = open(null, { placement: { mode: 'inline', container } }, { init: init.promise });
    const refused = expect(opening).rejects.toMatchObject({ exception: { name: 'AbortError' } });
    container.remove();
    init.resolve(answer);
    await refused;
    expect(container.childElementCount).toBe(0);
    expect(document.documentElement.outerHTML).toBe(page);
  });

  test('rejects the start if removed when a flow of another copy of the SDK closes', async () => {
    const container = box();
    const placement = { mode: 'inline', container } as const;
    const onLeft = () => {
      other?.close();
      container.remove();
    };
    await open(answer, { placement }, { onLeft });
    const other = flow;
    await expect(open(answer, { placement })).rejects.toMatchObject({ exception: { name: 'AbortError' } });
    expect(container.childElementCount).toBe(0);
    expect(document.documentElement.outerHTML).toBe(page);
  });

  test('closes the flow if removed later', async () => {
    const container = box();
    const onLeft = vi.fn();
    await open(answer, { placement: { mode: 'inline', container } }, { onLeft });
    container.remove();
    await null;
    expect(onLeft).toHaveBeenCalledTimes(1);
  });
});

test('rejects the start and leaves no trace if the rest of the flow throws', {
  tags: ['DSDK-4'],
}, async () => {
  const state = finished({ status: 'APPROVED', retryLimitOf: null });
  const broken = {
    continueFlow() {
      throw new Error('out of memory');
    },
  };
  await expect(open({ ...answer, state }, {}, { loadRest: async () => broken })).rejects.toThrow(
    'out of memory',
  );
  expect(document.documentElement.outerHTML).toBe(page);
});

test('warns once about each finding of the theme', { tags: ['DSDK-46', 'DSDK-48'] }, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const theme = { light: { baseTextOnLight: '#9aa0a6', baseAccent: 'red;}' } };
  await open(answer, { theme });
  await vi.waitFor(() =>
    expect(warn.mock.calls.map(([text]) => String(text)).sort()).toEqual([
      'VendorOrchestration: theme.light.baseAccent cannot be used and is ignored.',
      expect.stringMatching(
        /^VendorOrchestration: theme\.light\.baseTextOnLight: contrast 2\.\d\d is less than 4\.5; #[0-9a-f]{6} is used instead\.$/,
      ),
    ]),
  );
});

describe('the two halves', () => {
  const root = () => document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
  const button = (name: string) =>
    [...(root()?.querySelectorAll('button') ?? [])].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    );
  const heading = () => root()?.querySelector('h1')?.textContent;
  /** Waits longer than any lazy chunk takes to load on a busy machine, but ends before the test itself times out (60 s). */
  const until = (claim: () => unknown) => vi.waitFor(claim, { timeout: 50_000 });
  const missing: ShellOptions['loadRest'] = () => Promise.reject(new Error('offline'));

  // The service sends nothing more.
  beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})));

  test('keeps elements and focus when the rest of the flow has loaded', async () => {
    await open(answer);
    const begin = button('Begin');
    begin?.focus();
    flow?.run();
    await until(() => expect(root()?.querySelector('[aria-live=assertive]')).not.toBeNull());
    expect(button('Begin')).toBe(begin);
    expect(root()?.activeElement).toBe(begin);
    begin?.click();
    await until(() => expect(heading()).toBe('Which document do you have with you?'));
  });

  test('continues for a user who began early as soon as the rest of the flow has loaded', {
    tags: ['DSDK-12'],
  }, async () => {
    const emit = vi.fn();
    const rest = deferred<typeof continueFlow>();
    await open(answer, {}, { emit, loadRest: () => rest.promise });
    flow?.run();
    button('Begin')?.click();
    expect(button('Getting ready')?.getAttribute('aria-busy')).toBe('true');
    expect(emit.mock.calls).toEqual([['started']]);
    rest.resolve(continueFlow);
    await until(() => expect(heading()).toBe('Which document do you have with you?'));
    expect(emit.mock.calls).toEqual([['started']]);
  });

  test('keeps the question whether to leave when the rest of the flow has loaded', async () => {
    const emit = vi.fn();
    const rest = deferred<typeof continueFlow>();
    await open(answer, {}, { emit, loadRest: () => rest.promise });
    flow?.run();
    button('Begin')?.click();
    button('Close')?.click();
    expect(heading()).toBe('Leave the check?');
    rest.resolve(continueFlow);
    await until(() => expect(root()?.querySelector('[role=alertdialog]')).not.toBeNull());
    button('Leave')?.click();
    expect(emit.mock.calls).toEqual([['started'], ['cancelled']]);
  });

  test('shows a problem if the rest of the flow never loads', async () => {
    const emit = vi.fn();
    const clock = fakeClock();
    await open(answer, {}, { clock, emit, loadRest: missing });
    flow?.run();
    button('Begin')?.click();
    await until(async () => {
      await clock.advance(2_000);
      expect(heading()).toBe('The camera part did not load');
    });
    expect(emit.mock.calls).toEqual([['started'], ['error', 'error_code_4']]);
    flow?.close();
    expect(document.documentElement.outerHTML).toBe(page);
  });

  test('leaves no timer if closed in the turn in which the welcome is painted', async () => {
    vi.useFakeTimers();
    try {
      await open(answer);
      // Removes late timers of earlier flows.
      vi.clearAllTimers();
      flow?.run();
      expect(vi.getTimerCount()).toBeGreaterThan(0);
      flow?.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('opens a finished flow with its result', async () => {
    await open({ ...answer, state: finished({ status: 'APPROVED', retryLimitOf: null }) });
    expect(heading()).toBe('Your identity is confirmed');
    flow?.close();
    expect(document.documentElement.outerHTML).toBe(page);
  });

  test('rejects the start and leaves no trace if the result cannot be shown', async () => {
    const clock = fakeClock();
    const state = finished({ status: 'APPROVED', retryLimitOf: null });
    const opening = open({ ...answer, state }, {}, { clock, loadRest: missing });
    const refusal = expect(opening).rejects.toThrow('offline');
    await clock.advance(2_000);
    await refusal;
    expect(document.documentElement.outerHTML).toBe(page);
  });

  test('leaves no trace if closed before the rest of the flow has loaded', async () => {
    const rest = deferred<typeof continueFlow>();
    const load = vi.fn(() => rest.promise);
    await open(answer, {}, { loadRest: load });
    flow?.run();
    await until(() => expect(load).toHaveBeenCalled());
    flow?.close();
    rest.resolve(continueFlow);
    await rest.promise;
    expect(document.documentElement.outerHTML).toBe(page);
  });
});
