// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFlow, type ShellOptions } from './shell.ts';
import { clientState } from './testing/client-state.ts';
import { fakeClock } from './testing/fake-clock.ts';

const answer = { sessionKey: 'key', configuration: 'valid', requester: 'Shop', state: clientState() };
let page: string;

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  page = document.documentElement.outerHTML;
});
afterEach(() => vi.unstubAllGlobals());

const open = (init: unknown, configuration: Partial<ShellOptions['configuration']> = {}) =>
  openFlow({
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
  });

test('shows the flow over the page, and takes all of it away again', async () => {
  const flow = await open(answer);
  const host = document.querySelector('[data-vendor-orchestration]');
  expect(host?.shadowRoot?.textContent).toContain('Verify your identity');
  flow?.close();
  expect(document.documentElement.outerHTML).toBe(page);
});

test('speaks the language asked for, in a direction of its own, and leaves that of the page', async () => {
  const { lang, dir } = document.documentElement;
  const flow = await open(answer, { language: 'ar' });
  const frame = document.querySelector('[data-vendor-orchestration]')?.shadowRoot?.querySelector('.frame');
  expect([frame?.getAttribute('lang'), frame?.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  expect(frame?.querySelector('h1')?.textContent).toBe('تحقق من هويتك');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual([lang, dir]);
  flow?.close();
});

test.each([
  ['nothing', undefined],
  ['an answer that lacks a member', { ...answer, sessionKey: undefined }],
  ['a configuration that cannot be shown', { ...answer, configuration: 'invalid' }],
])('refuses %s and leaves no trace', async (_, init) => {
  await expect(open(init)).rejects.toMatchObject({
    exception: new Error('Invalid response from client init.'),
    unauthorized: false,
  });
  expect(document.documentElement.outerHTML).toBe(page);
});

test('warns once about each finding of the theme', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const theme = { light: { baseTextOnLight: '#9aa0a6', baseAccent: 'red;}' } };
  const flow = await open(answer, { theme });
  const warnings = warn.mock.calls.map(([text]) => String(text));
  expect(warnings.sort()).toEqual([
    'VendorOrchestration: theme.light.baseAccent cannot be used and is ignored.',
    expect.stringMatching(
      /^VendorOrchestration: theme\.light\.baseTextOnLight: contrast 2\.\d\d is less than 4\.5; #[0-9a-f]{6} is used instead\.$/,
    ),
  ]);
  flow?.close();
});
