import { byteRangeOf } from './byte-range.ts';

/**
 * Makes the reply with a captured picture, video or file, or with the requested part of it. Forbids caching, and keeps anything
 * in the file from running when it is opened in a tab.
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
      // Set explicitly for HEAD requests.
      'content-length': String(body.byteLength),
      ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${bytes.byteLength}` }),
      'cache-control': 'private, no-store',
      // A PDF viewer has a larger attack surface than a picture, so a PDF is downloaded instead of shown in the page.
      'content-disposition': contentType === 'application/pdf' ? 'attachment' : 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': reach,
    },
  });
}
