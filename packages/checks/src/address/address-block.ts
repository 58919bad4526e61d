import type { TextLine } from '../file/page-text.ts';
import { foldDigits, foldText } from './fold-text.ts';
import { groupBlocks } from './letter-block.ts';
import { findPostalCodes, type PostalCode, parseCountryName } from './postal-codes.ts';

/** An address block on a letter. */
export interface AddressBlock {
  /** Street and number, or the post office box that replaces them. */
  readonly street: string;
  /** Postal code and city, in the country's order. */
  readonly place: string;
  /** Whether the address has a street with a number. A post office box does not prove where somebody lives. */
  readonly isWhole: boolean;
  /** Lines above the address in the same block, from the top; usually the name. */
  readonly above: readonly TextLine[];
  /** The whole address: streets, houses, floors, code, city and country. */
  readonly text: string;
  /** All lines of the block, including those above the address. */
  readonly lines: readonly TextLine[];
  readonly confidence: number;
  /** Whether the address has lines of its own. A recipient's address does; a sender's is often a single line. */
  readonly isBlock: boolean;
  /** Countries (ISO 3166-1 alpha-2) with this format of postal code; empty if the address was found without a code. */
  readonly countries: readonly string[];
}

/** A street: a name and a number, in either order. */
const street = /^(?=.*\p{L}{2})(?=.*\d)[\p{L}\p{M}\d .,'’ºª°#&()/–-]{5,70}$/u;

/** Text that has letters and digits like a street, but is something else. */
const notStreet = /^(?:tel|phone|fax|iban|bic|www|nr|kd|page|seite|no\.? ?\d+$)\b|[:@€$£%]/iu;

/** A post office box, in folded text. */
const box =
  /^(?:p ?o ?box|post office box|postfach|apartado|apdo|bp|tsa|cs|casella|cp|pf|caixa postal|postbus|postboks|box)\b.*\d/;

/** Separators between the parts of a line. */
const separators = /\s*[,;|·•]\s*/;

/** A city: letters, and digits only for a district (`Dublin 4`, `Cedex 08`). */
const placeName = /^(?=.*\p{L}{2})[\p{L}\p{M} .,'’()/-]*(?:\s\d{1,2})?[\p{L}\p{M} .,'’()/-]*$/u;

/** Lines about a customer or a letter, folded: their digits are not postal codes. */
export const informationLine =
  /\b(?:numbers?|nummer|nr|no|date|datum|account|konto|customer|kunden\w*|client|invoice|rechnungs\w*|page|seite|pagina|fecha|numero|cuenta|factura|fattura|fatura|facture|compte|conto|conta|data|kelt|szam(?!os)\w*|tel(?= \d|$)|telefon\w*|telefono|phone|fax|iban|bic|due|total|amount|betrag|period|from|until|bis(?= \d|$))\b/;

/**
 * Words of `informationLine` that begin a place: `Nr Bath` is near Bath, `Nr. Nebel` in Denmark, `Due Carrare` in Italy, `Due
 * West` and `Page AZ` in the United States.
 */
const placeBeginning =
  /^(?:(?:[Nn]r|NR)\.?\s+(?=\p{Lu}\p{Ll}|\p{Lu}{4})|(?:Due|DUE)\s+(?=Carrare|CARRARE|West|WEST)|(?:Page|PAGE)\s+(?=[A-Z]{2}$))/u;

/** Maximum length of a line with an address; longer lines are skipped because searching them is slow. */
const MAX_LENGTH = 200;
/** Maximum number of lines from the city to the street. */
const MAX_BETWEEN = 3;

/** Finds the addresses on a page: street and number, or a box; postal code and city. */
export function findAddresses(lines: readonly TextLine[]): AddressBlock[] {
  return groupBlocks(lines, isAddressLine).flatMap((block) => findLastAddress(block) ?? []);
}

/** Returns whether a line holds a whole address. */
function isAddressLine(line: TextLine): boolean {
  return findLastAddress([line]) !== null;
}

/** Returns the last address of a block, or null. */
export function findLastAddress(block: readonly TextLine[]): AddressBlock | null {
  // Takes a text that may be another number (`VT-123456`, `Nr. Zähler 12345`) for a code only if the block has no other.
  for (const isDoubtful of [false, true])
    for (let at = block.length - 1; at >= 0; at--) {
      const found = findAddressEndingAt(block, at, isDoubtful);
      if (found) return found;
    }
  return null;
}

function findAddressEndingAt(
  block: readonly TextLine[],
  at: number,
  isDoubtful: boolean,
): AddressBlock | null {
  const line = block[at] as TextLine;
  if (line.text.length > MAX_LENGTH) return null;
  const after = block.slice(at + 1, at + 3).find(({ text }) => parseCountryName(text) !== null);
  const codes = findCodes(line.text, after ? parseCountryName(after.text) : null);
  for (const code of codes.reverse()) {
    if (code.isInState && !isDoubtful) continue;
    const [left, right] = [
      line.text.slice(0, code.index).replace(/[\s,;|·•〒-]+$/, ''),
      line.text.slice(code.index + code.text.length).replace(/^[\s,;|·•.-]+/, ''),
    ];
    const beside = [left, right].filter((part) => part !== '');
    if (beside.length === 0) {
      // Britain, Brazil and others write the code below the city, Japan above it.
      const city = [at - 1, at + 1].find((index) => isCity(block[index]?.text, code));
      if (city === undefined) continue;
      const place = [Math.min(city, at), Math.max(city, at)].map((index) => block[index]?.text).join(' ');
      const found = buildWithStreet(block, [city, at], place, code);
      if (found) return found;
      continue;
    }
    const around = [left.split(separators).at(-1) ?? '', right].map((part) =>
      isDoubtful ? part.replace(placeBeginning, '') : part,
    );
    if (informationLine.test(foldText(around.join(' ')))) continue;
    if (beside.every((part) => placeName.test(foldDigits(part)))) {
      const found = buildWithStreet(block, [at], line.text, code);
      if (found) return found;
    }
    const found = buildFromLine(block, at, code, left, right);
    if (found) return found;
  }
  return null;
}

/**
 * Returns the postal codes in the format of the named country. Falls back to all formats if no country is named or none match.
 */
function findCodes(text: string, country: string | null): PostalCode[] {
  const named = country === null ? [] : findPostalCodes(text, country);
  return named.length > 0 ? named : findPostalCodes(text);
}

/**
 * Returns whether a line is a city. A country name counts as well: some countries are cities, others replace the city, as
 * Jersey does.
 */
function isCity(text: string | undefined, { countries }: PostalCode): boolean {
  if (text === undefined || !placeName.test(foldDigits(text))) return false;
  const country = parseCountryName(text);
  return country === null || countries.includes(country);
}

/** Builds an address whose city has its own line or lines. */
function buildWithStreet(
  block: readonly TextLine[],
  places: readonly number[],
  place: string,
  code: PostalCode,
): AddressBlock | null {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const above = Array.from({ length: MAX_BETWEEN }, (_, index) => first - 1 - index);
  // Addresses in Eastern Europe and Japan may begin with the city.
  const candidates = [...above, last + 1, last + 2].filter((index) => index >= 0 && index < block.length);
  const at =
    candidates.find((index) => isStreet(block[index]?.text ?? '')) ??
    candidates.find((index) => box.test(foldText(block[index]?.text ?? '')));
  if (at === undefined) return null;
  const streetLine = block[at] as TextLine;
  const top = Math.min(at, first);
  return {
    street: streetLine.text,
    place,
    isWhole: isStreet(streetLine.text),
    above: block.slice(0, top),
    text: comparedText(block, top),
    lines: block,
    confidence: Math.min(streetLine.confidence, ...places.map((index) => block[index]?.confidence ?? 0)),
    isBlock: true,
    countries: code.countries,
  };
}

/** Builds an address from a single line, with the city last or first. */
function buildFromLine(
  block: readonly TextLine[],
  at: number,
  code: PostalCode,
  left: string,
  right: string,
): AddressBlock | null {
  const line = block[at] as TextLine;
  const parts = left.split(separators);
  const index = parts.map((part) => isStreet(part) || box.test(foldText(part))).lastIndexOf(true);
  const following = right.split(separators);
  const behind = index < 0 ? following.findIndex(isStreet) : -1;
  const streetPart = index >= 0 ? parts[index] : following[behind];
  if (streetPart === undefined) return null;
  const city = index >= 0 ? parts.slice(index + 1).join(', ') : following.slice(0, behind).join(', ');
  // Rejects text without a city, such as `9 February 2031`.
  if (!/\p{L}{2}/u.test(index >= 0 ? city + right : city)) return null;
  const place = index >= 0 ? [city, code.text, right].filter(Boolean).join(' ') : `${code.text} ${city}`;
  return {
    street: streetPart,
    place,
    isWhole: isStreet(streetPart),
    above: block.slice(0, at),
    text: at > 0 ? comparedText(block, at) : `${streetPart} ${place}`,
    lines: block,
    confidence: line.confidence,
    isBlock: false,
    countries: code.countries,
  };
}

/** Returns the text to compare: every line below the first, which is the name. Flats and houses may stand above the street. */
function comparedText(block: readonly TextLine[], top: number): string {
  return block
    .slice(Math.min(1, top))
    .map(({ text }) => text)
    .join('\n');
}

function isStreet(text: string): boolean {
  const folded = foldDigits(text);
  return street.test(folded) && !notStreet.test(folded) && !box.test(foldText(text));
}
