import { beforeAll, describe, expect, it } from 'vitest';
import { directionOf } from './direction.ts';
import { intlTagOf } from './intl-tag.ts';
import type { LanguageStyle } from './language-style.ts';
import { type Language, languages, locales } from './languages.ts';
import type { Message } from './message.ts';

type Texts = Readonly<Record<string, Message>>;

const formsOf = (message: Message) => (typeof message === 'string' ? { other: message } : message);
const placeholdersOf = (message: Message) =>
  [
    ...new Set(Object.values(formsOf(message)).flatMap((text: string) => text.match(/\{\w+\}/g) ?? [])),
  ].sort();

async function textsOf(language: Language): Promise<Texts> {
  const { messages, ...deferred } = await locales[language]();
  const arrived = await Promise.all(Object.values(deferred).map((load) => load()));
  return Object.assign({}, messages, ...arrived.map((texts) => texts.messages));
}

const englishMessages = await textsOf('en');

it.each(languages)('writes %s in the direction that Unicode defines', (language) => {
  const { textInfo } = new Intl.Locale(language) as Intl.Locale & { textInfo: { direction: string } };
  expect(directionOf(language)).toBe(textInfo.direction);
});

it.each(languages.filter((language) => language !== 'en'))(
  'leaves nothing in English: %s',
  { tags: ['S4.5-30', 'S4.5-31', 'S4.5-32', 'S4.5-33', 'S4.5-34', 'S4.5-35', 'S4.5-36', 'S4.5-37'] },
  async (language) => {
    const english = new Map<string, Message>(Object.entries(englishMessages));
    const untranslated = Object.entries(await textsOf(language)).filter(([key, message]) => {
      const source: string[] = Object.values(formsOf(english.get(key) ?? ''));
      return Object.values(formsOf(message)).some((text: string) => source.includes(text));
    });
    expect(untranslated).toEqual([]);
  },
);

describe.each(languages)('the texts in %s', (language) => {
  let messages: Texts;
  let style: LanguageStyle;
  let texts: (readonly [key: string, text: string])[];
  const textsThat = (are: (text: string, key: string) => boolean) =>
    texts.filter(([key, text]) => are(text, key)).map(([key, text]) => `${key}: ${text}`);

  beforeAll(async () => {
    messages = await textsOf(language);
    ({ style } = await import(`./locales/${language}/style.ts`));
    texts = Object.entries(messages).flatMap(([key, message]) =>
      Object.values(formsOf(message)).map((text) => [key, text] as const),
    );
  });

  it('contain every key of the English texts, and no others', {
    tags: ['S4.5-30', 'S4.5-31', 'S4.5-32', 'S4.5-33', 'S4.5-34', 'S4.5-35', 'S4.5-36', 'S4.5-37'],
  }, () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(englishMessages).sort());
  });

  it('use one word for a thing, and one way to address the user', () => {
    expect(textsThat((text) => style.unwanted?.test(text) ?? false)).toEqual([]);
  });

  it('contain the placeholders of the English texts', () => {
    const different = Object.entries(messages).filter(
      ([key, message]) =>
        String(placeholdersOf(message)) !== String(placeholdersOf(englishMessages[key] ?? '')),
    );
    expect(different).toEqual([]);
  });

  it('contain all placeholders in the plural form `other`', () => {
    const lacking = Object.entries(messages).filter(
      ([, message]) => String(placeholdersOf(message)) !== String(placeholdersOf(formsOf(message).other)),
    );
    expect(lacking).toEqual([]);
  });

  it('contain exactly the plural forms that the language needs', () => {
    const needed = new Intl.PluralRules(intlTagOf(language)).resolvedOptions().pluralCategories.sort();
    const plurals = Object.values(messages).filter((message) => typeof message !== 'string');
    expect(plurals.length).toBeGreaterThan(0);
    for (const forms of plurals) expect(Object.keys(forms).sort()).toEqual(needed);
  });

  it('contain no stray spaces', () => {
    expect(textsThat((text) => /^\s|\s$|\s\s|[\t\n\u200b\ufeff]/.test(text))).toEqual([]);
  });

  it('use the quotation marks of the language', () => {
    expect(textsThat((text) => /["'«»„“”‚‘]/.test(text.replace(style.quotation, '')))).toEqual([]);
  });

  it('follow the typography of the language', () => {
    expect(textsThat((text) => text.includes('...') || style.misplaced.test(text))).toEqual([]);
  });

  it('open and close every isolate, and contain no other direction mark', () => {
    expect(
      textsThat(
        (text) =>
          /[\u200e\u200f\u202a-\u202e\u061c]/.test(
            text.replace(/[\u2066-\u2068][^\u2066-\u2069]+\u2069/g, ''),
          ) || /[\u2066-\u2069]/.test(text.replace(/[\u2066-\u2068][^\u2066-\u2069]+\u2069/g, '')),
      ),
    ).toEqual([]);
  });

  it('contain no exclamation marks', () => {
    expect(textsThat((text) => /[!！¡]/.test(text))).toEqual([]);
  });

  it('end with the same punctuation as the English texts', () => {
    const endOf = (text: string) =>
      /[.。]$/.test(text) ? '.' : /[?？؟]$/.test(text) ? '?' : /[:：]$/.test(text) ? ':' : '';
    const different = textsThat((text, key) => {
      const source = formsOf(englishMessages[key] ?? '').other;
      return endOf(text) !== endOf(source);
    });
    expect(different).toEqual([]);
  });

  it('stay about as short as the English ones', () => {
    // Allows 60 % more, and 8 characters on top, because a single word grows by a larger share than a sentence.
    const long = textsThat((text, key) => {
      const source = formsOf(englishMessages[key] ?? '').other.length;
      return text.length > source * 1.6 + 8;
    });
    expect(long).toEqual([]);
  });

  it('explain why a form asks, and promise nothing about how others use the answers', () => {
    expect(
      textsThat((text, key) => key === 'form.lead' && /[,،，]|\s(?:and|und|y|et|e)\s/.test(text)),
    ).toEqual([]);
  });

  it('keep hints short enough for their pill', () => {
    expect(textsThat((text, key) => key.startsWith('hint.') && text.length > 44)).toEqual([]);
  });
});
