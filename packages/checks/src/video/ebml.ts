/** One element of a document in EBML (RFC 8794), as it lies in its bytes. */
export interface Element {
  /** With its length marker, as specifications write it: `0x1a45dfa3`. */
  readonly id: number;
  readonly content: Uint8Array;
}

/**
 * An element that a live recorder may write before it knows how long it becomes. It goes on until the next element that cannot
 * be inside of it, so that every kind of element that may do so is named here, and none of them lies within itself.
 */
export interface OpenEnded {
  readonly id: number;
  /** Elements that end it, besides the end of the bytes. */
  readonly endedBy: readonly number[];
  /** The only child of it that may be of unknown size as well. */
  readonly child?: OpenEnded;
}

/** More elements, side by side or as frames, than any recording of half a minute has. */
export const MOST_ELEMENTS = 20_000;

/**
 * The elements in some bytes, in order.
 *
 * @param openEnded - the only element that may be of unknown size here; none without it.
 * @returns null when the bytes are no such elements.
 */
export function readElements(bytes: Uint8Array, openEnded?: OpenEnded): Element[] | null {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = readHead(bytes, at);
    if (!head || elements.length >= MOST_ELEMENTS) return null;
    const end = endOf(bytes, head, openEnded);
    // A recording that was broken off lacks the end of its last element.
    if (end === null || end > bytes.length) return null;
    elements.push({ id: head.id, content: bytes.subarray(head.contentAt, end) });
    at = end;
  }
  return elements;
}

/** An element with a size that is known. */
export function writeElement(id: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const size = Buffer.alloc(8);
  // Eight bytes always: the marker, then the size.
  size.writeBigUInt64BE((1n << 56n) | BigInt(length));
  return Buffer.concat([encodeUnsigned(id), size, ...parts]);
}

/** A whole number as EBML writes it, in as many bytes as it needs. */
export function encodeUnsigned(value: number): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** @returns null for more bytes than a whole number can have here. */
export function readUnsigned(content: Uint8Array): number | null {
  if (content.length > 6) return null;
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** A number with a marker for its length, as sizes and track numbers are; null size: unknown. */
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
  /** Null: unknown. */
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

/** Finds the end of an element, which may be beyond the bytes; null when its size is unknown and may not be. */
function endOf(bytes: Uint8Array, { id, contentAt, size }: Head, openEnded?: OpenEnded): number | null {
  if (size !== null) return contentAt + size;
  return openEnded?.id === id ? endOfUnknown(bytes, contentAt, openEnded) : null;
}

/** Goes as deep as kinds of elements are nested in what may be open-ended, whatever the bytes say. */
function endOfUnknown(bytes: Uint8Array, contentAt: number, { endedBy, child }: OpenEnded): number | null {
  let count = 0;
  for (let at = contentAt; at < bytes.length; count++) {
    const head = readHead(bytes, at);
    if (!head || count >= MOST_ELEMENTS) return null;
    if (endedBy.includes(head.id)) return at;
    const end = endOf(bytes, head, child);
    if (end === null || end > bytes.length) return null;
    at = end;
  }
  return bytes.length;
}
