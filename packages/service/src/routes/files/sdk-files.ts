import { basename, extname } from 'node:path';
import type { Handler } from 'hono';
import type { AppEnvironment } from '../../http/app-environment.ts';
import { Refusal } from '../../refusal.ts';
import type { SdkFolders } from '../../sdk-releases/find-sdk-file.ts';
import { readSdkFiles } from '../../sdk-releases/read-sdk-files.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
};

const oneYearSeconds = 31_536_000;
/** Cache lifetime of the entry file. Its name is the same in all versions, so browsers must check it again soon. */
const entrySeconds = 300;

/**
 * `GET /sdk/v1/*` and `GET /sdk/<exact version>/*`: the browser SDK, for pages of any origin. A request for a range gets the
 * whole file, because the files are small (RFC 9110, section 14.2).
 *
 * @param now - returns ms since 1970.
 */
export function sdkFiles(folders: SdkFolders, now: () => number): Handler<AppEnvironment> {
  const read = readSdkFiles(folders, now);
  return async (context) => {
    const address = context.req.path.replace(/^\/sdk\//, '');
    const file = await read(address, context.req.header('accept-encoding'));
    const type = contentTypes[extname(file?.path ?? '')];
    if (!file || !type) throw new Refusal('NOT_FOUND', 'There is no such file.');
    const { bytes, encoding, etag, hasMap } = file;
    const lifetime = file.isImmutable ? `max-age=${oneYearSeconds}, immutable` : `max-age=${entrySeconds}`;
    const headers = new Headers({
      'content-type': type,
      'cache-control': `public, ${lifetime}`,
      'accept-ranges': 'none',
      etag,
      vary: 'accept-encoding',
    });
    if (encoding) headers.set('content-encoding', encoding);
    // In the header instead of the file, so that only developers who use it pay for it.
    if (hasMap) headers.set('sourcemap', `${basename(file.path)}.map`);
    if (hasEntityTag(context.req.header('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
    headers.set('content-length', String(bytes.length));
    return new Response(bytes, { headers });
  };
}

/**
 * Returns whether `If-None-Match` contains an entity tag, by weak comparison (RFC 9110, section 13.1.2), because a cache may
 * have weakened it.
 */
function hasEntityTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
