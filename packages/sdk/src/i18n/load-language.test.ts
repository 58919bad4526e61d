import { expect, it } from 'vitest';
import { loadLanguage } from './load-language.ts';
import { messages } from './locales/en.ts';

const german = { messages: { ...messages, 'welcome.begin': 'Los' } };

it('loads the language asked for', async () => {
  const { language } = await loadLanguage('de', undefined, { de: async () => german });
  expect(language.language).toBe('de');
  expect(language.t('welcome.begin')).toBe('Los');
});

it('speaks English where a language has no texts', async () => {
  const { language } = await loadLanguage('hu', undefined, {});
  expect([language.language, language.direction]).toEqual(['en', 'ltr']);
  expect(language.t('welcome.begin')).toBe('Begin');
});

it('speaks English when the texts do not arrive', async () => {
  const { language } = await loadLanguage('de', undefined, {
    de: () => Promise.reject(new Error('offline')),
  });
  expect(language.t('welcome.begin')).toBe('Begin');
});

it('reverses the direction and keeps Latin digits for Arabic', async () => {
  const { language } = await loadLanguage('ar', undefined, { ar: async () => ({ messages }) });
  expect(language).toMatchObject({ direction: 'rtl', intlTag: 'ar-AE-u-nu-latn' });
});

it('fails only when not even English arrives', async () => {
  const offline = () => Promise.reject(new Error('offline'));
  await expect(loadLanguage('de', undefined, { de: offline, en: offline })).rejects.toThrow('offline');
});

it('applies own words and names those it cannot use', async () => {
  const { language, ignoredOverrides } = await loadLanguage('en', { 'welcome.begin': 'Go', 'no.such': 'x' });
  expect(language.t('welcome.begin')).toBe('Go');
  expect(ignoredOverrides).toEqual(['no.such']);
});
