import { flowLookSchema } from '@vendor/contract';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { anyText } from '../testing/any-text.ts';
import { resolveTheme } from '../theme/resolve-theme.ts';
import { storableLook } from './storable-look.ts';

const warn = vi.fn();
beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});

const warned = () => warn.mock.calls.map(([line]) => String(line).split(' ')[1]);

test('sends valid values unchanged', () => {
  const theme = {
    light: { baseAccent: '#06c', logoUrl: `data:image/png;base64,${'A'.repeat(90_000)}` },
    fontWeight: 500,
  };
  const messages = { 'welcome.title': 'Hello', 'retry.left': { one: 'one', other: 'many' } };
  expect(storableLook({ language: 'de', theme, messages })).toEqual({ language: 'de', theme, messages });
  expect(warned()).toEqual([]);
});

test('leaves out only the unusable value, and names it', () => {
  const theme = {
    light: { baseAccent: 123, baseOnAccent: '#fff', logoUrl: 'x'.repeat(100_001) },
    dark: 'x',
    fontFamily: '',
    fontUrl: 'https://fonts.gstatic.com/a.woff2',
  };
  const messages = { a: '', b: null, c: 7, d: 'kept', e: { one: '\u0000', other: 'kept' }, f: '\ud800' };
  expect(storableLook({ language: 'en', theme, messages })).toEqual({
    language: 'en',
    theme: { light: { baseOnAccent: '#fff' }, fontUrl: theme.fontUrl },
    messages: { d: 'kept', e: { other: 'kept' } },
  });
  expect(warned()).toEqual([
    'theme.light.baseAccent',
    'theme.light.logoUrl',
    'theme.dark',
    'theme.fontFamily',
    'messages.a',
    'messages.c',
    'messages.e.one',
    'messages.f',
  ]);
});

test('reads a theme as in the page: only own members, each separately, with warnings about the others', () => {
  class Brand {
    get light() {
      return { baseAccent: '#123456' };
    }
  }
  const own = Object.defineProperty({ fontFamily: 'Inter' }, 'dark', {
    get: () => ({ baseAccent: '#fff' }),
  });
  const broken = {
    fontFamily: 'Inter',
    get light() {
      throw new Error('not yet');
    },
    dark: Object.create({ baseAccent: '#fff' }),
    toJSON: () => ({ fontFamily: 'Comic' }),
  };
  const cases: [unknown, object, readonly string[]][] = [
    [new Brand(), {}, ['theme.light']],
    [own, { fontFamily: 'Inter', dark: { baseAccent: '#fff' } }, []],
    [broken, { fontFamily: 'Inter', dark: {} }, ['theme.light', 'theme.dark.baseAccent']],
    [() => {}, {}, ['theme']],
  ];
  for (const [theme, sent, told] of cases) {
    warn.mockReset();
    const look = storableLook({ language: 'en', theme, messages: undefined });
    expect(look.theme ?? {}).toEqual(sent);
    expect(warned()).toEqual(told);
    const there = resolveTheme(look.theme);
    const here = resolveTheme(theme);
    expect(there.theme).toEqual(here.theme);
    expect(here.findings.map(({ property }) => ['theme', property].filter(Boolean).join('.'))).toEqual(told);
  }
});

test('leaves out only a text that throws when read', () => {
  const messages = {
    'quit.leave': 'Go',
    get 'quit.stay'() {
      throw new Error('not yet');
    },
  };
  expect(storableLook({ language: 'en', theme: undefined, messages })).toEqual({
    language: 'en',
    messages: { 'quit.leave': 'Go' },
  });
  expect(warned()).toEqual(['messages.quit.stay']);
});

test('returns only values that the service accepts', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    anyText({ maxLength: 70 }),
    fc.constantFrom('\ud800', 'a\udc00', '😀', '\u0000'),
  );
  const scheme = fc.dictionary(fc.constantFrom('baseAccent', 'logoUrl', 'baseTextOnDark', 'other'), value);
  const theme = fc.dictionary(
    fc.constantFrom('light', 'dark', 'fontFamily', 'fontUrl', 'fontWeight', '__proto__', 'other'),
    fc.oneof(value, scheme),
  );
  const messages = fc.dictionary(
    fc.oneof(fc.string({ maxLength: 70 }), fc.constant('__proto__')),
    fc.oneof(value, fc.dictionary(fc.constantFrom('one', 'other', 'x'), value)),
  );
  fc.assert(
    fc.property(fc.oneof(theme, value), fc.oneof(messages, value), (someTheme, someMessages) => {
      const look = JSON.parse(
        JSON.stringify(storableLook({ language: 'en', theme: someTheme, messages: someMessages })),
      );
      expect(flowLookSchema.safeParse(look).error).toBeUndefined();
      expect(JSON.stringify(look)).not.toContain('"__proto__":');
    }),
  );
});
