import { messages as arabic } from '@vendor/texts/locales/ar/collect';
import type { Messages } from '@vendor/texts/messages';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { englishMessages as messages } from '../testing/english.ts';
import { createTranslate } from './translate.ts';

afterEach(() => vi.unstubAllGlobals());

const texts = (overrides: Partial<Messages>): Messages => ({ ...messages, ...overrides });

describe('createTranslate', () => {
  const t = createTranslate(messages, 'en', 'ltr');

  it('returns the text of a key', { tags: ['S4.5-29'] }, () => {
    expect(t('welcome.title')).toBe('Verify your identity');
  });

  it('fills in the values', () => {
    expect(t('welcome.lead', { requester: 'Example Hire' })).toBe(
      'Example Hire asks you to confirm who you are.',
    );
  });

  it('inserts a value unchanged, even if it looks like a pattern or a placeholder', () => {
    expect(t('welcome.lead', { requester: "$& {requester} $'" })).toContain("$& {requester} $' asks");
  });

  it('keeps a placeholder without a value, even if every object inherits its name', () => {
    const written = 'Ask {constructor}, {toString} or {__proto__}';
    const own = createTranslate(texts({ 'welcome.lead': `${written} at {requester}` }), 'en', 'ltr');
    expect(own('welcome.lead', { requester: 'Example Hire' })).toBe(`${written} at Example Hire`);
  });

  it('chooses the plural form by count', () => {
    expect(t('retry.triesLeft', { count: 1 })).toBe('This is your last try.');
    expect(t('retry.triesLeft', { count: 2 })).toBe('You have 2 tries left.');
  });

  it('chooses the plural form of a file count in languages with a form for two', () => {
    const translate = createTranslate(texts(arabic), 'ar', 'rtl');
    const upTo = (count: number) => translate('collect.range', { least: 1, count });
    expect([upTo(2), upTo(3), upTo(11)].map((text) => text.split(' ').at(-1))).toEqual([
      'ملفين',
      'ملفات',
      'ملفًا',
    ]);
  });

  it('creates plural rules and number formats only when a text needs them, once', () => {
    const made: string[] = [];
    class Rules extends Intl.PluralRules {
      constructor(tag: string) {
        super(tag);
        made.push('rules');
      }
    }
    class Digits extends Intl.NumberFormat {
      constructor(tag: string) {
        super(tag);
        made.push('digits');
      }
    }
    vi.stubGlobal('Intl', { PluralRules: Rules, NumberFormat: Digits });
    const t = createTranslate(messages, 'en', 'ltr');
    t('welcome.lead', { requester: 'Example Hire' });
    expect(made).toEqual([]);
    t('retry.triesLeft', { count: 2 });
    t('retry.triesLeft', { count: 3 });
    expect(made).toEqual(['rules', 'digits']);
  });

  it('chooses among all plural forms of a language', () => {
    const forms = { zero: '0', one: '1', two: '2', few: 'few', many: 'many', other: 'other' };
    const arabic = createTranslate(texts({ 'retry.triesLeft': forms }), 'ar-AE-u-nu-latn', 'rtl');
    const chosen = [0, 1, 2, 3, 11, 100].map((count) => arabic('retry.triesLeft', { count }));
    expect(chosen).toEqual(['0', '1', '2', 'few', 'many', 'other']);
  });

  it('falls back to the plural form `other`', () => {
    const other = createTranslate(texts({ 'retry.triesLeft': { other: '{count} left' } }), 'en', 'ltr');
    expect(other('retry.triesLeft', { count: 1 })).toBe('1 left');
  });

  it('isolates values in right-to-left text, and uses Latin digits', { tags: ['DSDK-41'] }, () => {
    const arabic = createTranslate(
      texts({ 'instruct.position': '{position}/{count}' }),
      'ar-AE-u-nu-latn',
      'rtl',
    );
    expect(arabic('instruct.position', { position: 1, count: 2 })).toBe('\u20681\u2069/\u20682\u2069');
  });

  it('isolates a right-to-left value in left-to-right text', () => {
    expect(t('welcome.lead', { requester: 'شركة 24' })).toBe(
      '\u2068شركة 24\u2069 asks you to confirm who you are.',
    );
  });

  it('returns an empty text for a key that has not loaded', () => {
    expect(createTranslate({}, 'en', 'ltr')('welcome.lead', { requester: 'Example Hire' })).toBe('');
  });

  it('refuses missing and unknown values at compile time', () => {
    // @ts-expect-error the requester is missing
    t('welcome.lead');
    // @ts-expect-error there is no such key
    expect(t('welcome.nothing')).toBe('');
    // @ts-expect-error this text takes no value
    expect(t('welcome.title', { requester: 'x' })).toBe('Verify your identity');
  });
});
