import { beforeAll, describe, expect, it } from 'vitest';
import { type Language, SUPPORTED_LANGUAGES } from '../config/configuration.ts';
import { englishMessages } from '../testing/english.ts';
import { intlTagOf } from './intl-tag.ts';
import { locales } from './locales.ts';
import type { Message } from './message.ts';

type Texts = Readonly<Record<string, Message>>;

/** Signs that may mark a quotation: the typographer’s marks of each language. */
const quotes: Readonly<Record<string, RegExp>> = {
  en: /“[^“”]+”/g,
  de: /„[^„“”]+“/g,
  es: /“[^“”]+”/g,
  fr: /«\u202f[^«»]+\u202f»/g,
  it: /“[^“”]+”/g,
  pt: /“[^“”]+”/g,
  hu: /„[^„“”]+”/g,
  ar: /”[^“”]+“/g,
  zh: /“[^“”]+”/g,
};

/** Words that stand for a thing, or address the user, in another way than all other texts of the language do. */
const strangers: { readonly [language in Language]?: RegExp } = {
  de: /(?<!\p{L})(du|dein\p{L}*|Handy)(?!\p{L})/iu,
  es: /(?<!\p{L})(tú|tu|tus|imágenes|se ha podido)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|ton|ta|tes|images de)(?!\p{L})/iu,
  // The polite form is written small.
  it: /(?<!^|[.?!] )(?<!\p{L})(Lei|Suo|Sua|Suoi|Sue)(?!\p{L})|(?<!\p{L})(tu|tuo|tua|immagini|volto|[Pp]rosegu\p{L}+)(?!\p{L})/u,
  // As in Brazil, which is what `pt` means to `Intl`.
  pt: /(?<!\p{L})(ficheiros?|morada|palavra-passe|ecrã|ligação|telemóvel|câmara|num|numa|imagens|a si|a (enviar|preparar|verificar))(?!\p{L})/iu,
  hu: /(?<!\p{L})(te|neked)(?!\p{L})|látszódj/iu,
  ar: /مستند|مستوية|كاملاً|تعذّر/u,
  zh: /本页面|你/u,
};

const formsOf = (message: Message) => (typeof message === 'string' ? { other: message } : message);
const placeholdersOf = (message: Message) =>
  [
    ...new Set(Object.values(formsOf(message)).flatMap((text: string) => text.match(/\{\w+\}/g) ?? [])),
  ].sort();

async function textsOf(language: Language): Promise<Texts> {
  const { messages, ...later } = await locales[language]();
  const arrived = await Promise.all(Object.values(later).map((load) => load()));
  return Object.assign({}, messages, ...arrived.map((texts) => texts.messages));
}

it('has texts for every supported language', () => {
  expect(Object.keys(locales)).toEqual([...SUPPORTED_LANGUAGES]);
});

it.each(SUPPORTED_LANGUAGES.filter((language) => language !== 'en'))(
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

describe.each(SUPPORTED_LANGUAGES)('the texts in %s', (language) => {
  let messages: Texts;
  let texts: (readonly [key: string, text: string])[];
  const textsThat = (are: (text: string, key: string) => boolean) =>
    texts.filter(([key, text]) => are(text, key)).map(([key, text]) => `${key}: ${text}`);

  beforeAll(async () => {
    messages = await textsOf(language);
    texts = Object.entries(messages).flatMap(([key, message]) =>
      Object.values(formsOf(message)).map((text) => [key, text] as const),
    );
  });

  it('have every key of the English texts, and no others', {
    tags: ['S4.5-30', 'S4.5-31', 'S4.5-32', 'S4.5-33', 'S4.5-34', 'S4.5-35', 'S4.5-36', 'S4.5-37'],
  }, () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(englishMessages).sort());
  });

  it('have one word for a thing, and one way to address the user', () => {
    expect(textsThat((text) => strangers[language]?.test(text) ?? false)).toEqual([]);
  });

  it('have the placeholders of the English texts', () => {
    const different = Object.entries(messages).filter(
      ([key, message]) =>
        String(placeholdersOf(message)) !== String(placeholdersOf((englishMessages as Texts)[key] ?? '')),
    );
    expect(different).toEqual([]);
  });

  it('have all placeholders in the form for every other number', () => {
    const lacking = Object.entries(messages).filter(
      ([, message]) => String(placeholdersOf(message)) !== String(placeholdersOf(formsOf(message).other)),
    );
    expect(lacking).toEqual([]);
  });

  it('have exactly the plural forms that the language needs', () => {
    const needed = new Intl.PluralRules(intlTagOf(language)).resolvedOptions().pluralCategories.sort();
    const plurals = Object.values(messages).filter((message) => typeof message !== 'string');
    expect(plurals.length).toBeGreaterThan(0);
    for (const forms of plurals) expect(Object.keys(forms).sort()).toEqual(needed);
  });

  it('have no stray spaces', () => {
    expect(textsThat((text) => /^\s|\s$|\s\s|[\t\n\u200b\ufeff]/.test(text))).toEqual([]);
  });

  it('quote as the language does', () => {
    const marks = quotes[language] ?? /$^/g;
    expect(textsThat((text) => /["'«»„“”‚‘]/.test(text.replace(marks, '')))).toEqual([]);
  });

  it('follow the typography of the language', () => {
    const offences = textsThat((text) => {
      if (text.includes('...')) return true;
      if (language === 'fr') return /(?<!\u202f)[?!;]|(?<!\u00a0):/.test(text);
      if (language === 'zh') return /[\u4e00-\u9fff][,.?!:;]|[,?!;]/.test(text);
      if (language === 'ar') return /[,;?]/.test(text);
      return /\s[,.;:?!]/.test(text);
    });
    expect(offences).toEqual([]);
  });

  it('open and close every isolate, and hold no other direction mark', () => {
    expect(
      textsThat(
        (text) =>
          /[\u200e\u200f\u202a-\u202e\u061c]/.test(
            text.replace(/[\u2066-\u2068][^\u2066-\u2069]+\u2069/g, ''),
          ) || /[\u2066-\u2069]/.test(text.replace(/[\u2066-\u2068][^\u2066-\u2069]+\u2069/g, '')),
      ),
    ).toEqual([]);
  });

  it('shout at nobody', () => {
    expect(textsThat((text) => /[!！¡]/.test(text))).toEqual([]);
  });

  it('end where a sentence of the English texts ends', () => {
    const endOf = (text: string) =>
      /[.。]$/.test(text) ? '.' : /[?？؟]$/.test(text) ? '?' : /[:：]$/.test(text) ? ':' : '';
    const different = textsThat((text, key) => {
      const source = formsOf((englishMessages as Texts)[key] ?? '').other;
      return endOf(text) !== endOf(source);
    });
    expect(different).toEqual([]);
  });

  it('stay about as short as the English ones', () => {
    // A single word may grow by more than a sentence, of which three fifths more no longer fit in its place.
    const long = textsThat((text, key) => {
      const source = formsOf((englishMessages as Texts)[key] ?? '').other.length;
      return text.length > source * 1.6 + 8;
    });
    expect(long).toEqual([]);
  });

  it('tell why a form asks, and promise nothing of what others do with its answers', () => {
    expect(
      textsThat((text, key) => key === 'form.lead' && /[,،，]|\s(?:and|und|y|et|e)\s/.test(text)),
    ).toEqual([]);
  });

  it('keep hints short enough for the pill', () => {
    expect(textsThat((text, key) => key.startsWith('hint.') && text.length > 44)).toEqual([]);
  });
});
