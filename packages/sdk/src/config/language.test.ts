import { languages } from '@vendor/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { SUPPORTED_LANGUAGES } from './configuration.ts';
import { resolveLanguage } from './language.ts';

afterEach(() => vi.unstubAllGlobals());

test('supports the languages of the contract', { tags: ['S4.5-9', 'DSDK-108'] }, () => {
  expect(SUPPORTED_LANGUAGES).toEqual(languages);
});

test.each([
  ['en', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_ch', 'de'],
  [' fr ', 'fr'],
  ['zh-Hant-TW', 'zh'],
  ['ar-AE', 'ar'],
  ['ae', 'ar'],
  ['AE', 'ar'],
  ['ar-EG', 'ar'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt'],
  ['zh-Hant', 'zh'],
  ['CN', 'zh'],
  ['cn', 'zh'],
])('resolves %s to %s', { tags: ['DSDK-39', 'DSDK-40'] }, (tag, language) => {
  expect(resolveLanguage(tag)).toBe(language);
});

test.each([
  undefined,
  null,
  '',
  ' ',
  '-',
  'xx',
  'deutsch',
  'd',
  42,
  Number.NaN,
  true,
  [],
  ['de'],
  {},
  '__proto__',
  'constructor',
])('falls back to English for %s', { tags: ['S4.5-10'] }, (tag) => {
  expect(resolveLanguage(tag)).toBe('en');
});

test('ignores the language of the browser', { tags: ['DSDK-74'] }, () => {
  vi.stubGlobal('navigator', { language: 'de', languages: ['de'] });
  expect(resolveLanguage(undefined)).toBe('en');
});
