import type { TextLine } from '../file/page-text.ts';

/** An address as it stands on a letter. */
export interface AddressBlock {
  /** Street and number. */
  readonly street: string;
  /** Postal code and city, in the order of the country. */
  readonly place: string;
  /** The lines above it in the same block, nearest first: the name, as a rule. */
  readonly above: readonly TextLine[];
  readonly confidence: number;
  /** Whether it stands in lines of its own: that of the receiver does, that of the sender often in one. */
  readonly isBlock: boolean;
}

const letters = "[\\p{L}][\\p{L}.'’ -]{1,40}";

/** Postal codes with their city: of Britain, of North America, of the Netherlands, of Portugal and Brazil, of most others. */
const places: readonly RegExp[] = [
  new RegExp(`(?:${letters}[, ]+)?[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$`, 'u'),
  new RegExp(`${letters},? [A-Z]{2},? \\d{5}(?:-\\d{4})?$`, 'u'),
  new RegExp(`(?:NL-?)?\\d{4} ?[A-Z]{2} ${letters}$`, 'u'),
  new RegExp(`\\d{4,5}-\\d{3} ${letters}(?: ?[-/] ?[A-Z]{2})?$`, 'u'),
  new RegExp(`(?:[A-Z]{1,2}-)?\\d{4,5},? ${letters}$`, 'u'),
];

/** A street has a name and a number, in either order. */
const street = /^(?=.*\p{L}{3})(?=.*\d)[\p{L}\d .,'’ºª°/-]{5,70}$/u;

/** What looks like a street by its letters and figures and is something else. */
const noStreet =
  /^(?:tel|phone|fax|iban|bic|www|nr|no|kd|p\.?o\.? ?box|postfach|apartado|bp|casella|pf)\b|[:@€$£%]/iu;

/** Lines of one block stand below each other at its left edge, in terms of their height. */
const SAME_EDGE = 1.5;
const NEXT_LINE = 3;

/** An address has no more lines above its last. */
const MOST_ABOVE = 5;

/** The addresses on a page that are whole: street, number, postal code and city. */
export function addressesIn(lines: readonly TextLine[]): AddressBlock[] {
  return lines.flatMap((line): AddressBlock[] => {
    const place = placeAtEndOf(line.text);
    if (place === null) return [];
    const before = line.text.slice(0, line.text.length - place.length).replace(/[\s,]+$/, '');
    const above = linesAbove(lines, line);
    if (before !== '') {
      const inLine = before
        .split(/\s*[,;|·]\s*/)
        .filter(isStreet)
        .at(-1);
      if (inLine === undefined) return [];
      return [{ street: inLine, place, above, confidence: line.confidence, isBlock: false }];
    }
    const streetLine = above.slice(0, 2).find(({ text }) => isStreet(text));
    if (!streetLine) return [];
    const rest = above.slice(above.indexOf(streetLine) + 1);
    const confidence = Math.min(line.confidence, streetLine.confidence);
    return [{ street: streetLine.text, place, above: rest, confidence, isBlock: true }];
  });
}

function placeAtEndOf(text: string): string | null {
  for (const pattern of places) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    // A pattern may take words of the street for the city: what follows the last comma is enough.
    const [, city] = /^.*?[,;|]\s*([^,]*\d.*)$/u.exec(found) ?? [];
    return city && placeAtEndOf(city) === city ? city : found;
  }
  return null;
}

function isStreet(text: string): boolean {
  return street.test(text) && !noStreet.test(text);
}

/** What stands above a line at the same left edge without a gap, nearest first. */
function linesAbove(lines: readonly TextLine[], line: TextLine): TextLine[] {
  const above: TextLine[] = [];
  let at = line;
  for (let count = 0; count < MOST_ABOVE; count++) {
    const { box } = at;
    const near = lines.filter(
      (other) =>
        other.box.top < box.top - box.heightPx / 2 &&
        box.top - other.box.top < NEXT_LINE * box.heightPx &&
        Math.abs(other.box.left - line.box.left) < SAME_EDGE * line.box.heightPx,
    );
    const nearest = near.sort((one, other) => other.box.top - one.box.top)[0];
    if (!nearest) break;
    above.push(nearest);
    at = nearest;
  }
  return above;
}
