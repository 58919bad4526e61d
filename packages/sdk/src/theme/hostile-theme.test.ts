import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../testing/any-text.ts';
import { checkTheme } from './check-theme.ts';
import { describeFinding } from './describe-finding.ts';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

/** Fragments of attacks on style sheets and addresses, mixed with arbitrary values. */
const fragment = fc.constantFrom(
  '#fff',
  'red',
  ';',
  '}',
  '{',
  '"',
  "'",
  '\\',
  '\n',
  '/*',
  '*/',
  '<style>',
  '</style><script>alert(1)</script>',
  'url(',
  'url(https://evil.example/x)',
  '@import "https://evil.example/x.css";',
  'expression(alert(1))',
  'var(--x)',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'https://fonts.gstatic.com@evil.example/',
  'https://fonts.googleapis.com/css2?family=',
  'https://evil.example/logo.svg',
  'http://localhost@evil.example/',
  '//evil.example/',
  'file:///etc/passwd',
  '__proto__',
  ' '.repeat(3),
  '\u202e',
  '\ud800',
);
const hostileText = fc.array(fragment, { maxLength: 5 }).map((parts) => parts.join(''));
const anything = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  anyText(),
  fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true, withDate: true }),
);
const scheme = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      fieldsOf('baseTextOnLight', 'baseTextOnDark', 'baseAccent', 'baseOnAccent', 'logoUrl'),
    ),
  },
  anything,
);
const theme = fc.record({ light: scheme, dark: scheme, ...fieldsOf('fontFamily', 'fontUrl', 'fontWeight') });

function fieldsOf(...names: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(names.map((name) => [name, anything]));
}

/** Everything that a theme's style sheet may contain: the flow's custom properties with colours, weights and font names. */
const value = '#[0-9a-f]{6}|\\d{3}|(?:"[A-Za-z][A-Za-z0-9 _-]*",){0,2}system-ui,[A-Za-z", -]+';
const rule = `\\.flow\\{(?:--[a-z-]+:(?:${value});)+\\}`;
const wholeSheet = new RegExp(`^${rule}@media\\(prefers-color-scheme:dark\\)\\{${rule}\\}$`);

const allowedLogo = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]|data:image\/)/i;
const allowedFont = /^https:\/\/fonts\.(?:googleapis|gstatic)\.com\/[^"\\\s]*$/;

it('yields only checked colours, names and addresses, whatever a theme contains', {
  tags: ['DSDK-49'],
}, () => {
  const untouched = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(theme, (config) => {
      const { theme: resolved, findings } = resolveTheme(config);
      expect(tokensCss(resolved)).toMatch(wholeSheet);
      for (const url of Object.values(resolved.logoUrls)) expect(url ?? 'data:image/').toMatch(allowedLogo);
      expect(resolved.font.url ?? 'https://fonts.gstatic.com/').toMatch(allowedFont);
      for (const finding of findings) expect(describeFinding(finding)).toMatch(/^theme[.A-Za-z]*[ :]/);
    }),
    { numRuns: 300 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(untouched);
});

it('reads every member once, so that the checked value is the used one', () => {
  fc.assert(
    fc.property(theme, (config) => {
      const asked = new Map<string, number>();
      const counting = (target: object, path: string): object =>
        new Proxy(target, {
          get(owner, name) {
            const place = `${path}.${String(name)}`;
            asked.set(place, (asked.get(place) ?? 0) + 1);
            const member = Reflect.get(owner, name);
            // The invariants of proxies only allow these to be replaced.
            const isFree = Reflect.getOwnPropertyDescriptor(owner, name)?.configurable;
            return isFree && typeof member === 'object' && member !== null ? counting(member, place) : member;
          },
        });
      resolveTheme(counting(config, ''));
      expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

it.each(['light', 'dark'] as const)('ignores values of many megabytes in %s without parsing them', (name) => {
  const huge = 'rgb(1'.padEnd(8_000_000, ' ');
  const texts = { baseTextOnLight: huge, baseAccent: huge, logoUrl: `data:image/png,${huge}` };
  const { theme: resolved, findings } = resolveTheme({ [name]: texts, fontFamily: huge, fontUrl: huge });
  expect(resolved).toEqual(resolveTheme(undefined).theme);
  expect(findings.map(({ kind }) => kind)).toEqual(Array(5).fill('unusable'));
});

it('never rejects in checkTheme', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (config) => {
      expect(Array.isArray(await checkTheme(config as never))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
