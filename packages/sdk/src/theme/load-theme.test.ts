import { expect, it, vi } from 'vitest';
import { createOptionalWait, optionalLoadTimeoutMs } from '../session/load-timeouts.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { defaultTheme } from './default-theme.ts';
import { loadTheme } from './load-theme.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

const { signal } = new AbortController();
const wait = <Loaded>(loading: Promise<Loaded>) => loading;

it('uses a default theme that equals the derived one', async () => {
  // When this fails after a change of the palette, copy the left side to default-theme.ts.
  expect(tokensCss(resolveTheme(undefined).theme)).toBe(defaultTheme.tokens);
  expect(await loadTheme(undefined, signal, wait)).toBe(defaultTheme);
});

it('applies the theme of a page, and warns of unusable values', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { tokens, logoUrls } = await loadTheme(
    { light: { baseAccent: '#7a1fa2', logoUrl: 'https://example.com/logo.svg' }, fontWeight: 'heavy' },
    signal,
    wait,
  );
  expect(tokens).toContain('--accent:#7a1fa2;');
  expect(logoUrls).toEqual({ light: 'https://example.com/logo.svg', dark: null });
  await vi.waitFor(() =>
    expect(warn.mock.calls).toEqual([
      ['VendorOrchestration: theme.fontWeight cannot be used and is ignored.'],
    ]),
  );
});

it('falls back to the default theme if the code for themes cannot be loaded', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await loadTheme({}, signal, wait, () => Promise.reject(new Error('offline')))).toBe(defaultTheme);
  expect(warn).toHaveBeenCalledTimes(1);
});

it('falls back to the default theme with a warning if the code for themes stalls', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = fakeClock();
  const loading = loadTheme({}, signal, createOptionalWait(clock, signal), () => new Promise(() => {}));
  await clock.advance(optionalLoadTimeoutMs - 1);
  expect(warn).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(await loading).toBe(defaultTheme);
  expect(warn).toHaveBeenCalledTimes(1);
});

it('does not warn of a theme that is still loading when the flow is closed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = fakeClock();
  const life = new AbortController();
  void loadTheme({}, life.signal, createOptionalWait(clock, life.signal), () => new Promise(() => {}));
  life.abort();
  await clock.advance(optionalLoadTimeoutMs);
  expect(warn).not.toHaveBeenCalled();
});
