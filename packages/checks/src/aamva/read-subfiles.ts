/** The subfiles of a licence's barcode, as AAMVA's DL/ID Card Design Standard lays them out (annex D). */
export interface AamvaSubfiles {
  /** Six digits. */
  readonly issuerNumber: string;
  /** Edition of the standard: 1 is that of 2000, 10 that of 2020. */
  readonly version: number;
  /** `DL`: a licence; `ID`: an identity card; `EN`: an enhanced licence; null if there is none of them. */
  readonly kind: 'DL' | 'ID' | 'EN' | null;
  /** Values by the three letters of their element, as they are written. */
  readonly elements: ReadonlyMap<string, string>;
  /** Whether file type, separators and compliance indicator follow the standard. */
  readonly isHeaderWhole: boolean;
  /** Whether each subfile begins and ends where the header says. */
  readonly areLengthsRight: boolean;
}

/** `@`, then data element, record and segment terminator; early cards have the file separator as the second. */
const OPENINGS = ['@\n\x1e\r', '@\n\x1c\r'];
const HEADER = /(ANSI |AAMVA)(\d{6})(\d{2})/i;
/** Separators beside line feed and carriage return. */
const RARE_SEPARATORS = ['\x1c', '\x1d', '\x1e'];
/** The header is at the start; elsewhere, the same letters are part of other data. */
const LATEST_HEADER = 12;
const ENTRY_LENGTH = 10;
const mainKinds = ['DL', 'ID', 'EN'] as const;

/** @returns null for a text that is not of AAMVA's kind. */
export function readSubfiles(text: string): AamvaSubfiles | null {
  const header = HEADER.exec(text);
  if (!header || header.index > LATEST_HEADER) return null;
  const [whole, indicator, issuerNumber = '', versionDigits = ''] = header;
  const version = Number(versionDigits);
  // Since its second edition, the standard counts the subfiles of the jurisdiction as well. Not all issuers follow their edition.
  const after = header.index + whole.length;
  const counts = version >= 2 ? [after + 2, after] : [after, after + 2];
  const countAt = counts.find((place) => entryOf(text, place + 2) !== null) ?? counts[0]!;
  const count = Number(text.slice(countAt, countAt + 2)) || 0;
  const entries = Array.from({ length: Math.max(count, 0) }, (_, index) =>
    entryOf(text, countAt + 2 + index * ENTRY_LENGTH),
  );
  const elementsAt = countAt + 2 + entries.filter((entry) => entry !== null).length * ENTRY_LENGTH;
  const body = text.slice(elementsAt);
  const kinds = [...entries.map((entry) => entry?.type), ...namedIn(body)];
  return {
    issuerNumber,
    version,
    kind: mainKinds.find((kind) => kinds.includes(kind)) ?? null,
    elements: elementsOf(body),
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

function entryOf(text: string, at: number): Entry | null {
  const entry = text.slice(at, at + ENTRY_LENGTH);
  const [, type = '', offset, length] = /^([A-Z]{2})(\d{4})(\d{4})$/i.exec(entry) ?? [];
  return type === '' ? null : { type: type.toUpperCase(), offset: Number(offset), length: Number(length) };
}

/** Kinds of subfiles by the text before their first elements, for those that the header does not list. */
function namedIn(body: string): string[] {
  return linesOf(body).flatMap((line) => /^(DL|ID|EN)(?=D[A-Z]{2})/i.exec(line)?.[1]?.toUpperCase() ?? []);
}

/** A subfile begins with its type and ends with the segment terminator, possibly after a last separator. */
function isWhole(text: string, { type, offset, length }: Entry): boolean {
  const body = text.slice(offset, offset + length);
  return body.length === length && body.toUpperCase().startsWith(type) && body.endsWith('\r');
}

/** Splits text at separators, which may come in any order. */
function linesOf(body: string): string[] {
  return RARE_SEPARATORS.reduce((text, mark) => text.replaceAll(mark, '\n'), body).split(/[\n\r]+/);
}

/** By their separators, not by the header's figures, which some issuers get wrong. The first of a name counts. */
function elementsOf(body: string): ReadonlyMap<string, string> {
  const elements = new Map<string, string>();
  for (const line of linesOf(body)) {
    const [, name = '', value = ''] =
      /^\s*(?:(?:DL|ID|EN)(?=D[A-Z]{2}))?([DZ][A-Z]{2})(.*)$/i.exec(line) ?? [];
    const id = name.toUpperCase();
    if (id !== '' && !elements.has(id)) elements.set(id, value.trim());
  }
  return elements;
}
