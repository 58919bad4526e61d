/** The subfiles of a licence's barcode, as laid out in AAMVA's DL/ID Card Design Standard (annex D). */
export interface AamvaSubfiles {
  /** Six digits. */
  readonly issuerNumber: string;
  /** Edition of the standard: 1 is that of 2000, 10 that of 2020. */
  readonly version: number;
  /** `DL`: a licence; `ID`: an identity card; `EN`: an enhanced licence; null if no subfile is one of them. */
  readonly kind: 'DL' | 'ID' | 'EN' | null;
  /** Unparsed values by the three letters of their element. */
  readonly elements: ReadonlyMap<string, string>;
  /** Whether file type, separators and compliance indicator follow the standard. */
  readonly isHeaderWhole: boolean;
  /** Whether each subfile begins and ends where the header states. */
  readonly areLengthsRight: boolean;
}

/** `@` and the separators of data elements, records and segments; early cards have \x1c as the separator of records. */
const OPENINGS = ['@\n\x1e\r', '@\n\x1c\r'];
const HEADER = /(ANSI |AAMVA)(\d{6})(\d{2})/i;
/** Separators other than line feed and carriage return. */
const RARE_SEPARATORS = ['\x1c', '\x1d', '\x1e'];
/** Maximum position of the header; further on, the same letters are part of other data. */
const MAX_HEADER_INDEX = 12;
const ENTRY_LENGTH = 10;
const mainKinds = ['DL', 'ID', 'EN'] as const;

/**
 * Splits the text of a barcode into its subfiles and elements.
 *
 * @returns null for a text without an AAMVA header.
 */
export function readSubfiles(text: string): AamvaSubfiles | null {
  const header = HEADER.exec(text);
  if (!header || header.index > MAX_HEADER_INDEX) return null;
  const [whole, indicator, issuerNumber = '', versionDigits = ''] = header;
  const version = Number(versionDigits);
  // Since its second edition the standard states the jurisdiction version before the number of subfiles. Not all issuers follow
  // their edition.
  const after = header.index + whole.length;
  const counts = version >= 2 ? [after + 2, after] : [after, after + 2];
  const countAt = counts.find((place) => parseEntry(text, place + 2) !== null) ?? counts[0]!;
  const count = Number(text.slice(countAt, countAt + 2)) || 0;
  const entries = Array.from({ length: Math.max(count, 0) }, (_, index) =>
    parseEntry(text, countAt + 2 + index * ENTRY_LENGTH),
  );
  const elementsAt = countAt + 2 + entries.filter((entry) => entry !== null).length * ENTRY_LENGTH;
  const body = text.slice(elementsAt);
  const kinds = [...entries.map((entry) => entry?.type), ...findTypes(body)];
  return {
    issuerNumber,
    version,
    kind: mainKinds.find((kind) => kinds.includes(kind)) ?? null,
    elements: readElements(body),
    isHeaderWhole:
      OPENINGS.some((opening) => text.startsWith(opening) && header.index === opening.length) &&
      (indicator === 'ANSI ' || (indicator === 'AAMVA' && version <= 1)),
    areLengthsRight: entries.length > 0 && entries.every((entry) => entry !== null && isWhole(text, entry)),
  };
}

interface Entry {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

function parseEntry(text: string, at: number): Entry | null {
  const entry = text.slice(at, at + ENTRY_LENGTH);
  const [, type = '', offset, length] = /^([A-Z]{2})(\d{4})(\d{4})$/i.exec(entry) ?? [];
  return type === '' ? null : { type: type.toUpperCase(), offset: Number(offset), length: Number(length) };
}

/** Returns the types of subfiles that stand before an element in the text, because a header may omit some. */
function findTypes(body: string): string[] {
  return splitElements(body).flatMap(
    (line) => /^(DL|ID|EN)(?=D[A-Z]{2})/i.exec(line)?.[1]?.toUpperCase() ?? [],
  );
}

/** Returns whether a subfile begins with its type and ends with the segment terminator at the stated positions. */
function isWhole(text: string, { type, offset, length }: Entry): boolean {
  const body = text.slice(offset, offset + length);
  return body.length === length && body.toUpperCase().startsWith(type) && body.endsWith('\r');
}

/** Splits text at separators, in any order. */
function splitElements(body: string): string[] {
  return RARE_SEPARATORS.reduce((text, mark) => text.replaceAll(mark, '\n'), body).split(/[\n\r]+/);
}

/**
 * Reads elements by their separators rather than the header's offsets, which some issuers get wrong. The first value of an
 * element counts.
 */
function readElements(body: string): ReadonlyMap<string, string> {
  const elements = new Map<string, string>();
  for (const line of splitElements(body)) {
    const [, name = '', value = ''] =
      /^\s*(?:(?:DL|ID|EN)(?=D[A-Z]{2}))?([DZ][A-Z]{2})(.*)$/i.exec(line) ?? [];
    const id = name.toUpperCase();
    if (id !== '' && !elements.has(id)) elements.set(id, value.trim());
  }
  return elements;
}
