import type { TextLine } from '../file/page-text.ts';
import { foldDigits, foldText } from './fold-text.ts';
import { groupBlocks } from './letter-block.ts';
import { findPostalCodes, type PostalCode, parseCountryName } from './postal-codes.ts';

/** An address as it stands on a letter. */
export interface AddressBlock {
  /** Street and number, or the box that stands in their place. */
  readonly street: string;
  /** Postal code and city, in the order of the country. */
  readonly place: string;
  /** Whether it has a street with a number: a post office box shows nowhere that somebody lives. */
  readonly isWhole: boolean;
  /** The lines above it in the same block, from the top: the name, as a rule. */
  readonly above: readonly TextLine[];
  /** All of the address: streets, houses, floors, code, city and country. */
  readonly text: string;
  /** The lines of the block, with those above. */
  readonly lines: readonly TextLine[];
  readonly confidence: number;
  /** Whether it stands in lines of its own: that of the receiver does, that of the sender often in one. */
  readonly isBlock: boolean;
  /** The countries that write postal codes like its own; none where it was not told by one. */
  readonly countries: readonly string[];
}

/** A street has a name and a number, in either order. */
const street = /^(?=.*\p{L}{2})(?=.*\d)[\p{L}\p{M}\d .,'’ºª°#&()/–-]{5,70}$/u;

/** Text that looks like a street by its letters and figures and is something else. */
const noStreet = /^(?:tel|phone|fax|iban|bic|www|nr|kd|page|seite|no\.? ?\d+$)\b|[:@€$£%]/iu;

/** A post office box, folded. */
const box =
  /^(?:p ?o ?box|post office box|postfach|apartado|apdo|bp|tsa|cs|casella|cp|pf|caixa postal|postbus|postboks|box)\b.*\d/;

/** Parts of a line. */
const separators = /\s*[,;|·•]\s*/;

/** A place has letters, and figures only for a part of a city (`Dublin 4`, `Cedex 08`). */
const placeName = /^(?=.*\p{L}{2})[\p{L}\p{M} .,'’()/-]*(?:\s\d{1,2})?[\p{L}\p{M} .,'’()/-]*$/u;

/** Lines that say something about a customer or a letter, folded: their figures are no postal codes. */
export const informationLine =
  /\b(?:numbers?|nummer|nr|no|date|datum|account|konto|customer|kunden\w*|client|invoice|rechnungs\w*|page|seite|pagina|fecha|numero|cuenta|factura|fattura|fatura|facture|compte|conto|conta|data|kelt|szam\w*|tel(?= \d|$)|telefon\w*|telefono|phone|fax|iban|bic|due|total|amount|betrag|period|from|until|bis(?= \d|$))\b/;

/** A line with an address is no longer than this: what is longer costs time for nothing. */
const MOST_LENGTH = 200;
/** An address has its street at most so many lines away from its city. */
const MOST_BETWEEN = 3;

/** The addresses on a page: street and number, or a box; postal code and city. */
export function findAddresses(lines: readonly TextLine[]): AddressBlock[] {
  return groupBlocks(lines, isAddressLine).flatMap((block) => findLastAddress(block) ?? []);
}

/** Whether a line holds an address whole. */
function isAddressLine(line: TextLine): boolean {
  return findLastAddress([line]) !== null;
}

/** The last address of a block. */
export function findLastAddress(block: readonly TextLine[]): AddressBlock | null {
  for (let at = block.length - 1; at >= 0; at--) {
    const found = addressEndingAt(block, at);
    if (found) return found;
  }
  return null;
}

function addressEndingAt(block: readonly TextLine[], at: number): AddressBlock | null {
  const line = block[at] as TextLine;
  if (line.text.length > MOST_LENGTH) return null;
  const after = block.slice(at + 1, at + 3).find(({ text }) => parseCountryName(text) !== null);
  const codes = codesOf(line.text, after ? parseCountryName(after.text) : null);
  for (const code of codes.reverse()) {
    const [left, right] = [
      line.text.slice(0, code.index).replace(/[\s,;|·•〒-]+$/, ''),
      line.text.slice(code.index + code.text.length).replace(/^[\s,;|·•.-]+/, ''),
    ];
    const beside = [left, right].filter((part) => part !== '');
    if (beside.length === 0) {
      // Britain, Brazil and others write the code below the city, Japan above.
      const city = [at - 1, at + 1].find((index) => isCity(block[index]?.text, code));
      if (city === undefined) continue;
      const place = [Math.min(city, at), Math.max(city, at)].map((index) => block[index]?.text).join(' ');
      const found = withStreet(block, [city, at], place, code);
      if (found) return found;
      continue;
    }
    if (informationLine.test(foldText(`${left.split(separators).at(-1)} ${right}`))) continue;
    if (beside.every((part) => placeName.test(foldDigits(part)))) {
      const found = withStreet(block, [at], line.text, code);
      if (found) return found;
    }
    const found = inOneLine(block, at, code, left, right);
    if (found) return found;
  }
  return null;
}

/** Codes that the country of an address has, where it is named and has any; else those of all. */
function codesOf(text: string, country: string | null): PostalCode[] {
  const named = country === null ? [] : findPostalCodes(text, country);
  return named.length > 0 ? named : findPostalCodes(text);
}

/** Whether a line is a city: a few countries are one, or are named in its place, as Jersey is. */
function isCity(text: string | undefined, { countries }: PostalCode): boolean {
  if (text === undefined || !placeName.test(foldDigits(text))) return false;
  const country = parseCountryName(text);
  return country === null || countries.includes(country);
}

/** An address whose city has lines of its own. */
function withStreet(
  block: readonly TextLine[],
  places: readonly number[],
  place: string,
  code: PostalCode,
): AddressBlock | null {
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const above = Array.from({ length: MOST_BETWEEN }, (_, index) => first - 1 - index);
  // Eastern Europe and Japan may begin with the city.
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
    text: textOf(block, top),
    lines: block,
    confidence: Math.min(streetLine.confidence, ...places.map((index) => block[index]?.confidence ?? 0)),
    isBlock: true,
    countries: code.countries,
  };
}

/** An address that stands in one line, with its city last or first. */
function inOneLine(
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
  // `9 February 2031` is no address without a city.
  if (!/\p{L}{2}/u.test(index >= 0 ? city + right : city)) return null;
  const place = index >= 0 ? [city, code.text, right].filter(Boolean).join(' ') : `${code.text} ${city}`;
  return {
    street: streetPart,
    place,
    isWhole: isStreet(streetPart),
    above: block.slice(0, at),
    text: at > 0 ? textOf(block, at) : `${streetPart} ${place}`,
    lines: block,
    confidence: line.confidence,
    isBlock: false,
    countries: code.countries,
  };
}

/** The text that is compared: all below the name, which is the first line, as flats and houses may stand above the street. */
function textOf(block: readonly TextLine[], top: number): string {
  return block
    .slice(Math.min(1, top))
    .map(({ text }) => text)
    .join('\n');
}

function isStreet(text: string): boolean {
  const folded = foldDigits(text);
  return street.test(folded) && !noStreet.test(folded) && !box.test(foldText(text));
}
