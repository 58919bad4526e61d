import { flowLookSchema } from '@vendor/contract';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { storableLook } from './storable-look.ts';

const warn = vi.fn();
beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});

const warned = () => warn.mock.calls.map(([line]) => String(line).split(' ')[1]);

test('what can be used is sent as it is', () => {
  const theme = {
    light: { baseAccent: '#06c', logoUrl: `data:image/png;base64,${'A'.repeat(90_000)}` },
    fontWeight: 500,
  };
  const messages = { 'welcome.title': 'Hello', 'retry.left': { one: 'one', other: 'many' } };
  expect(storableLook('de', theme, messages)).toEqual({ language: 'de', theme, messages });
  expect(warned()).toEqual([]);
});

test('one value that cannot be used is left out alone, and named', () => {
  const theme = {
    light: { baseAccent: 123, baseOnAccent: '#fff', logoUrl: 'x'.repeat(100_001) },
    dark: 'x',
    fontFamily: '',
    fontUrl: 'https://fonts.gstatic.com/a.woff2',
  };
  const messages = { a: '', b: null, c: 7, d: 'kept', e: { one: '\u0000', other: 'kept' }, f: '\ud800' };
  expect(storableLook('en', theme, messages)).toEqual({
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

test('whatever is left the service takes', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 70 }),
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
      const look = JSON.parse(JSON.stringify(storableLook('en', someTheme, someMessages)));
      expect(flowLookSchema.safeParse(look).error).toBeUndefined();
      expect(JSON.stringify(look)).not.toContain('"__proto__":');
    }),
  );
});
