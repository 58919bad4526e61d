import { byteRangeOf } from './byte-range.ts';

/**
 * The reply with a captured picture, video or file, or the part of it that a request asks for. Nobody keeps it, and nothing in it
 * runs when it is opened in a tab.
 *
 * @param reach - which pages may show it.
 */
export function mediaReply(
  request: Pick<Request, 'headers' | 'method'>,
  { bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string },
  reach: 'cross-origin' | 'same-origin',
): Response {
  const range = byteRangeOf(request, bytes.byteLength);
  const body = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  return new Response(new Uint8Array(body), {
    status: range ? 206 : 200,
    headers: {
      'content-type': contentType,
      'accept-ranges': 'bytes',
      // Also for who asks for the head alone.
      'content-length': String(body.byteLength),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${bytes.byteLength}` }),
      'cache-control': 'private, no-store',
      // A PDF is opened by a program with more to attack than a picture, and not within this page.
      'content-disposition': contentType === 'application/pdf' ? 'attachment' : 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': reach,
    },
  });
}
