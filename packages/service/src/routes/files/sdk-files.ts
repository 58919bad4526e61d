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
/** The entry file has the same name in all versions, so browsers check it again soon. */
const entrySeconds = 300;

/**
 * `GET /sdk/v1/*` and `GET /sdk/<exact version>/*`: the browser SDK, for pages of any origin. Ranges are not served: the
 * files are small, and whoever asks for a part gets the whole (RFC 9110, section 14.2).
 *
 * @param now milliseconds since 1970.
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
    // In the header, not in the file, so that only developers who use it pay for it.
    if (hasMap) headers.set('sourcemap', `${basename(file.path)}.map`);
    if (names(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    headers.set('content-length', String(bytes.length));
    return new Response(bytes, { headers });
  };
}

/** Whether `If-None-Match` names an entity tag, by weak comparison (RFC 9110, section 13.1.2): a cache may have weakened it. */
function names(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
