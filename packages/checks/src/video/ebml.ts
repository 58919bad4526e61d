/** One element of an EBML document (RFC 8794), with its position in the bytes. */
export interface Element {
  /** Includes the length marker, as in specifications: `0x1a45dfa3`. */
  readonly id: number;
  readonly content: Uint8Array;
}

/**
 * An element that a live recorder may write before its size is known. It ends at the next element that cannot be its child, so
 * `endedBy` must list every element that may follow it. It must not contain itself.
 */
export interface OpenEnded {
  readonly id: number;
  /** Elements that end it, besides the end of the data. */
  readonly endedBy: readonly number[];
  /** Its only child that may also have an unknown size. */
  readonly child?: OpenEnded;
}

/** Maximum number of sibling elements or frames; no recording of half a minute has as many. */
export const MAX_ELEMENTS = 20_000;

/**
 * Reads a sequence of elements.
 *
 * @param openEnded - the only element that may have an unknown size here; omitted if none may.
 * @returns null if the bytes are not a valid sequence.
 */
export function readElements(bytes: Uint8Array, openEnded?: OpenEnded): Element[] | null {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = readHead(bytes, at);
    if (!head || elements.length >= MAX_ELEMENTS) return null;
    const end = endOf(bytes, head, openEnded);
    // An interrupted recording lacks the end of its last element.
    if (end === null || end > bytes.length) return null;
    elements.push({ id: head.id, content: bytes.subarray(head.contentAt, end) });
    at = end;
  }
  return elements;
}

/** Writes an element with a known size. */
export function writeElement(id: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const size = Buffer.alloc(8);
  // Always eight bytes: the length marker, then the size.
  size.writeBigUInt64BE((1n << 56n) | BigInt(length));
  return Buffer.concat([encodeUnsigned(id), size, ...parts]);
}

/** Encodes an unsigned integer in as few bytes as possible. */
export function encodeUnsigned(value: number): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/**
 * Decodes an unsigned integer.
 *
 * @returns null for more bytes than a safe integer can have.
 */
export function readUnsigned(content: Uint8Array): number | null {
  if (content.length > 6) return null;
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** Reads a variable-size integer, as used for sizes and track numbers; null value: unknown size. */
export function readVarInt(bytes: Uint8Array, at: number): { value: number | null; length: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let offset = 1; offset < length; offset++) {
    const byte = bytes[at + offset]!;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? null : value, length };
}

interface Head {
  readonly id: number;
  readonly contentAt: number;
  /** Null if unknown. */
  readonly size: number | null;
}

function readHead(bytes: Uint8Array, at: number): Head | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const idLength = Math.clz32(first) - 23;
  const sizeAt = at + idLength;
  if (first === 0 || idLength > 4 || sizeAt >= bytes.length) return null;
  const id = bytes.subarray(at, sizeAt).reduce((value, byte) => value * 256 + byte, 0);
  const size = readVarInt(bytes, sizeAt);
  return size && { id, contentAt: sizeAt + size.length, size: size.value };
}

/** Finds the end of an element, which may be beyond the bytes; null if its size is unknown but must be known. */
function endOf(bytes: Uint8Array, { id, contentAt, size }: Head, openEnded?: OpenEnded): number | null {
  if (size !== null) return contentAt + size;
  return openEnded?.id === id ? endOfUnknown(bytes, contentAt, openEnded) : null;
}

/** Finds the end of an element of unknown size. Recursion is as deep as `OpenEnded` is nested, regardless of the bytes. */
function endOfUnknown(bytes: Uint8Array, contentAt: number, { endedBy, child }: OpenEnded): number | null {
  let count = 0;
  for (let at = contentAt; at < bytes.length; count++) {
    const head = readHead(bytes, at);
    if (!head || count >= MAX_ELEMENTS) return null;
    if (endedBy.includes(head.id)) return at;
    const end = endOf(bytes, head, child);
    if (end === null || end > bytes.length) return null;
    at = end;
  }
  return bytes.length;
}
