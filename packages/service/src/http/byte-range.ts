/** A range of bytes of a file, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads the byte range that a request asks for (RFC 9110, section 14). Video players use ranges, and Safari plays no video
 * without them.
 *
 * @returns null for the whole file; also for several ranges, a range outside of the file, or a condition, which cannot be
 *   checked.
 */
export function byteRangeOf(
  { headers, method }: Pick<Request, 'headers' | 'method'>,
  size: number,
): ByteRange | null {
  if (method !== 'GET' || headers.has('if-range')) return null;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range') ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : null;
}
