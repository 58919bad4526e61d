/** Some of the bytes of a file, by their places; both ends are part of it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range of bytes that a request asks for (RFC 9110, section 14): players of videos ask so, Safari plays none without. Null: all
 * of it, which also answers whatever asks for several, for none that is there, or on a condition, as there is nothing to hold it against.
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
