import { expect, test } from 'vitest';
import { acceptedLanguage } from './accepted-language.ts';

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr;q=0.7', 'fr'],
  ['zh-Hant-TW', 'zh'],
  ['AE', 'ar'],
  ['cn;q=1.0', 'zh'],
  ['sv, nb;q=0.9, hu;q=0.1', 'hu'],
  ['de;q=0, es', 'es'],
  ['de;q=x, it;q=0.3', 'it'],
  ['*', 'en'],
  ['sv', 'en'],
  ['', 'en'],
  ['__proto__,constructor', 'en'],
  [`${'x,'.repeat(100_000)}de`, 'en'],
  [undefined, 'en'],
])('chooses from the header %.40s the language %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
