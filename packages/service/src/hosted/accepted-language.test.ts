import { expect, test } from 'vitest';
import { acceptedLanguage } from './accepted-language.ts';

test.each([
  ['with languages in order of preference', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['that lists the preferred language last', 'en;q=0.5, fr;q=0.7', 'fr'],
  ['with a script and a region', 'zh-Hant-TW', 'zh'],
  ['with the code AE', 'AE', 'ar'],
  ['with the code cn', 'cn;q=1.0', 'zh'],
  ['with one supported language', 'sv, nb;q=0.9, hu;q=0.1', 'hu'],
  ['that refuses German', 'de;q=0, es', 'es'],
  ['with an invalid weight', 'de;q=x, it;q=0.3', 'it'],
  ['that accepts any language', '*', 'en'],
  ['with no supported language', 'sv', 'en'],
  ['that is empty', '', 'en'],
  ['with names of built-in members', '__proto__,constructor', 'en'],
  ['with a supported language only after 100,000 others', `${'x,'.repeat(100_000)}de`, 'en'],
  ['that is missing', undefined, 'en'],
])('chooses $2 from a header %s', (_name, header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
