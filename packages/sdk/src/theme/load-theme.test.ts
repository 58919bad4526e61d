import { expect, it, vi } from 'vitest';
import { defaultTheme } from './default-theme.ts';
import { loadTheme } from './load-theme.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

const { signal } = new AbortController();

it('looks by default as the derived default palette says', async () => {
  // When this fails after a change of the palette, put the left side into default-theme.ts.
  expect(tokensCss(resolveTheme(undefined).theme)).toBe(defaultTheme.tokens);
  expect(await loadTheme(undefined, signal)).toBe(defaultTheme);
});

it('takes on the theme of a page, and tells the developer what it cannot use', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { tokens, logoUrls } = await loadTheme(
    { light: { baseAccent: '#7a1fa2', logoUrl: 'https://example.com/logo.svg' }, fontWeight: 'heavy' },
    signal,
  );
  expect(tokens).toContain('--accent:#7a1fa2;');
  expect(logoUrls).toEqual({ light: 'https://example.com/logo.svg', dark: null });
  await vi.waitFor(() =>
    expect(warn.mock.calls).toEqual([
      ['VendorOrchestration: theme.fontWeight cannot be used and is ignored.'],
    ]),
  );
});

it('falls back to the default look when the code for themes does not arrive', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await loadTheme({}, signal, () => Promise.reject(new Error('offline')))).toBe(defaultTheme);
  expect(warn).toHaveBeenCalledTimes(1);
});
