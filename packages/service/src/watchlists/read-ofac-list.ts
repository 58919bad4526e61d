import type { Readable } from 'node:stream';
import countries from 'i18n-iso-countries';
import { SaxesParser } from 'saxes';
import { readDates } from './read-dates.ts';
import type { ListedEntry } from './watchlist.ts';

/** An entry whose elements are being read. */
interface Draft {
  type: string;
  reference: string;
  /** First name of the name being read, which is the main name or an alias. */
  first: string;
  last: string;
  names: string[];
  birthDates: string[];
  countries: string[];
}

/**
 * Reads the entries of `SDN.XML` of the Office of Foreign Assets Control as a stream, so that the file may be larger than
 * memory. Yields null for each entry that is not a person.
 *
 * @param onPublished - called with the list's publication date, in ms since 1970, if the file has one.
 * @throws if the content is not XML, or has no entry.
 */
export async function* readOfacList(
  content: Readable,
  onPublished: (at: number) => void = () => {},
): AsyncGenerator<ListedEntry | null> {
  const ready: (ListedEntry | null)[] = [];
  const parser = createParser((draft) => ready.push(toEntry(draft)), onPublished);
  let found = 0;
  content.setEncoding('utf8');
  for await (const chunk of content as AsyncIterable<string>) {
    parser.write(chunk);
    found += ready.length;
    yield* ready.splice(0);
  }
  parser.close();
  if (found === 0) throw new Error('The file has no <sdnEntry>.');
}

function createParser(onEntry: (draft: Draft) => void, onPublished: (at: number) => void): SaxesParser {
  const parser = new SaxesParser();
  const open: string[] = [];
  let draft: Draft | null = null;
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open.push(name);
    text = '';
    if (name === 'sdnEntry') draft = emptyDraft();
    // Names from here on belong to aliases.
    if (name === 'akaList' && draft) closeName(draft);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    const value = text.trim();
    text = '';
    if (name === 'Publish_Date' && !draft) {
      const at = parsePublication(value);
      if (at !== null) onPublished(at);
    }
    if (!draft) return;
    switch (name) {
      case 'uid':
        if (open.at(-1) === 'sdnEntry') draft.reference = value;
        break;
      case 'sdnType':
        draft.type = value;
        break;
      case 'firstName':
        draft.first = value;
        break;
      case 'lastName':
        draft.last = value;
        break;
      case 'aka':
        closeName(draft);
        break;
      case 'dateOfBirth':
        draft.birthDates.push(...readDates(value));
        break;
      case 'country':
        // Countries of addresses are ignored, because they may be outdated; nationality and citizenship appear on passports.
        if (open.at(-1) === 'nationality' || open.at(-1) === 'citizenship') addCountry(draft, value);
        break;
      case 'sdnEntry':
        closeName(draft);
        onEntry(draft);
        draft = null;
        break;
    }
  });
  return parser;
}

function emptyDraft(): Draft {
  return { type: '', reference: '', first: '', last: '', names: [], birthDates: [], countries: [] };
}

function closeName(draft: Draft): void {
  const name = `${draft.first} ${draft.last}`.trim();
  if (name !== '') draft.names.push(name);
  draft.first = '';
  draft.last = '';
}

function addCountry(draft: Draft, name: string): void {
  const code = countries.getAlpha2Code(name, 'en') ?? countries.getAlpha2Code(inNaturalOrder(name), 'en');
  if (code && !draft.countries.includes(code)) draft.countries.push(code);
}

/** `Korea, North` → `North Korea`. */
function inNaturalOrder(name: string): string {
  return name.split(', ').reverse().join(' ');
}

function toEntry({ type, reference, names, birthDates, countries: known }: Draft): ListedEntry | null {
  return type === 'Individual' ? { reference, names, birthDates, countries: known } : null;
}

/** Parses a date of the list, `MM/DD/YYYY`; null if it is not one. */
function parsePublication(text: string): number | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}`);
  return Number.isNaN(at) ? null : at;
}
