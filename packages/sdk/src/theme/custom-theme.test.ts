import { expect, it, vi } from 'vitest';
import { customTheme } from './custom-theme.ts';

const fontUrl = 'https://fonts.googleapis.com/css2?family=Inter';
const life = new AbortController();
const watchConsole = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

it('loads the font of a theme, and prefers it to the page’s font of the same name', {
  tags: ['S4.5-28'],
}, () => {
  const loadFont = vi.fn(async () => {});
  const { tokens } = customTheme({ fontFamily: 'Inter', fontUrl, fontWeight: 500 }, life.signal, loadFont);
  expect(tokens).toContain('--font:"vendor-orchestration","Inter",system-ui,');
  expect(loadFont).toHaveBeenCalledWith(
    { family: 'Inter', url: fontUrl, weight: 500 },
    life.signal,
    expect.any(Function),
  );
});

it('loads no font if the theme has no allowed font address', async () => {
  const warn = watchConsole();
  const loadFont = vi.fn(async () => {});
  customTheme({ fontFamily: 'Inter', fontUrl: 'https://evil.example/font.css' }, life.signal, loadFont);
  customTheme({ fontFamily: 'Inter' }, life.signal, loadFont);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(loadFont).not.toHaveBeenCalled();
});

it('warns that a font could not be loaded, unless the flow has ended', async () => {
  const warn = watchConsole();
  const lost = () => Promise.reject(new Error('offline'));
  customTheme({ fontUrl }, life.signal, lost);
  await vi.waitFor(() =>
    expect(warn.mock.calls).toEqual([
      ['VendorOrchestration: theme.fontUrl could not be loaded; the system font is used.'],
    ]),
  );
  let fail = () => {};
  const over = new AbortController();
  customTheme({ fontUrl }, over.signal, async (_font, _signal, onFailure) => {
    fail = onFailure;
  });
  over.abort();
  fail();
  expect(warn).toHaveBeenCalledTimes(1);
});
