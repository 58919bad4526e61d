import { expect, it } from 'vitest';
import { defaultTheme } from './default-theme.ts';
import { loadTheme } from './load-theme.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

it('looks by default as the derived default palette says', async () => {
  // When this fails after a change of the palette, put the left side into default-theme.ts.
  expect(tokensCss(resolveTheme(undefined).theme)).toBe(defaultTheme.tokens);
  expect(await loadTheme(undefined)).toEqual({ theme: defaultTheme, findings: [] });
});

it('takes on the theme of a page, and describes what it cannot use', async () => {
  const { theme, findings } = await loadTheme({
    light: { baseAccent: '#7a1fa2', logoUrl: 'https://example.com/logo.svg' },
    fontWeight: 'heavy',
  });
  expect(theme.tokens).toContain('--accent:#7a1fa2;');
  expect(theme.logoUrls).toEqual({ light: 'https://example.com/logo.svg', dark: null });
  expect(findings).toEqual(['theme.fontWeight cannot be used and is ignored.']);
});

it('says that it does not load the font at fontUrl, and keeps the rest of the theme', async () => {
  const { theme, findings } = await loadTheme({
    fontFamily: 'Inter',
    fontUrl: 'https://fonts.gstatic.com/s/inter/v13/x.woff2',
  });
  expect(theme.tokens).toContain('Inter');
  expect(findings).toEqual([
    'theme.fontUrl has no effect yet: load the font in your page and name it in theme.fontFamily.',
  ]);
});

it('falls back to the default look when the code for themes does not arrive', async () => {
  const { theme, findings } = await loadTheme({}, () => Promise.reject(new Error('offline')));
  expect(theme).toBe(defaultTheme);
  expect(findings).toHaveLength(1);
});
