/** The subfiles of a licence's barcode, as AAMVA's DL/ID Card Design Standard lays them out (annex D). */
export interface AamvaSubfiles {
  /** Six digits. */
  readonly issuerNumber: string;
  /** Edition of the standard: 1 is that of 2000, 10 that of 2020. */
  readonly version: number;
  /** `DL` a licence, `ID` an identity card, `EN` an enhanced licence; null when none of them is there. */
  readonly kind: 'DL' | 'ID' | 'EN' | null;
  /** Values by the three letters of their element, as they are written. */
  readonly elements: ReadonlyMap<string, string>;
  /** Whether file type, separators and compliance indicator are those of the standard. */
  readonly isHeaderWhole: boolean;
  /** Whether each subfile begins and ends where the header says. */
  readonly areLengthsRight: boolean;
}

/** `@`, then data element, record and segment terminator. */
const OPENING = '@\n\x1e\r';
const HEADER = /(ANSI |AAMVA)(\d{6})(\d{2})/;
/** A header is at the very beginning; elsewhere the same letters are a part of something else. */
const LATEST_HEADER = 12;
const ENTRY_LENGTH = 10;
const mainKinds = ['DL', 'ID', 'EN'] as const;

/** @returns null for a text that is not of AAMVA's kind. */
export function readSubfiles(text: string): AamvaSubfiles | null {
  const header = HEADER.exec(text);
  if (!header || header.index > LATEST_HEADER) return null;
  const [whole, indicator, issuerNumber = '', versionDigits = ''] = header;
  const version = Number(versionDigits);
  // From its second edition on the standard counts those of the jurisdiction as well.
  const countAt = header.index + whole.length + (version >= 2 ? 2 : 0);
  const count = Number(text.slice(countAt, countAt + 2)) || 0;
  const entries = Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const start = countAt + 2 + index * ENTRY_LENGTH;
    return entryOf(text.slice(start, start + ENTRY_LENGTH));
  });
  const kinds = entries.map((entry) => entry?.type);
  return {
    issuerNumber,
    version,
    kind: mainKinds.find((kind) => kinds.includes(kind)) ?? null,
    elements: elementsOf(text.slice(countAt + 2 + entries.length * ENTRY_LENGTH)),
    isHeaderWhole: text.startsWith(OPENING) && header.index === OPENING.length && indicator === 'ANSI ',
    areLengthsRight: entries.length > 0 && entries.every((entry) => entry !== null && isWhole(text, entry)),
  };
}

interface Entry {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

function entryOf(text: string): Entry | null {
  const [, type = '', offset, length] = /^([A-Z]{2})(\d{4})(\d{4})$/.exec(text) ?? [];
  return type === '' ? null : { type, offset: Number(offset), length: Number(length) };
}

/** A subfile begins with its type and ends with the segment terminator, which may stand behind a last separator. */
function isWhole(text: string, { type, offset, length }: Entry): boolean {
  const body = text.slice(offset, offset + length);
  return body.length === length && body.startsWith(type) && body.endsWith('\r');
}

/** By their separators, not by the header's figures, which some issuers get wrong. The first of a name counts. */
function elementsOf(body: string): ReadonlyMap<string, string> {
  const elements = new Map<string, string>();
  for (const line of body.replaceAll('\x1e', '\n').split(/[\n\r]+/)) {
    const [, id = '', value = ''] = /^(?:(?:DL|ID|EN)(?=D[A-Z]{2}))?([DZ][A-Z]{2})(.*)$/.exec(line) ?? [];
    if (id !== '' && !elements.has(id)) elements.set(id, value.trim());
  }
  return elements;
}
