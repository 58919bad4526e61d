import { expect, it } from 'vitest';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

it('defines the colours of each scheme inside the shadow root', {
  tags: ['S4.5-11', 'S4.5-47', 'DSDK-42'],
}, () => {
  const css = tokensCss(
    resolveTheme({ light: { baseAccent: '#7a1fa2' }, dark: { baseAccent: '#e0b0ff' } }).theme,
  );
  const [light = '', dark = ''] = css.split('@media(prefers-color-scheme:dark)');
  expect(light).toContain('--accent:#7a1fa2;');
  expect(dark).toContain('--accent:#e0b0ff;');
});

it("puts the chosen font before the system's fonts, and makes headings two steps heavier", {
  tags: ['S4.5-18', 'S4.5-20'],
}, () => {
  const css = tokensCss(resolveTheme({ fontFamily: 'Inter', fontWeight: '500' }).theme);
  expect(css).toMatch(/--font:"Inter",system-ui,/);
  expect(css).toContain('--weight:500;--strong:700;');
});

it('contains only names, colours, numbers and the checked family', { tags: ['DSDK-49'] }, () => {
  const css = tokensCss(resolveTheme({ light: { baseAccent: '#fff}' }, fontFamily: 'x"}*{' }).theme);
  const declaration = '--[a-z-]+:(?:#[0-9a-f]{6}|\\d{3}|[A-Za-z", -]+);';
  const rule = `\\.flow\\{(?:${declaration})+\\}`;
  expect(css).toMatch(new RegExp(`^${rule}@media\\(prefers-color-scheme:dark\\)\\{${rule}\\}$`));
});
