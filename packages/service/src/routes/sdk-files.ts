import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Handler } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { Refusal } from '../refusal.ts';
import { findSdkFile, isFile, type SdkFolders } from '../sdk-releases/find-sdk-file.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
};

const oneYearSeconds = 31_536_000;
/** The entry keeps its name across versions, so browsers ask for it again soon. */
const entrySeconds = 300;

/** The compressed forms that the build lays beside a file, best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * `GET /sdk/v1/*` and `GET /sdk/<exact version>/*`: the browser SDK, for pages of any origin. Ranges are not served: the
 * files are small, and whoever asks for a part gets the whole (RFC 9110, section 14.2).
 */
export function sdkFiles(folders: SdkFolders): Handler<AppEnvironment> {
  return async (context) => {
    const file = await findSdkFile(folders, context.req.path.replace(/^\/sdk\//, ''));
    const type = contentTypes[extname(file?.path ?? '')];
    if (!file || !type) throw new Refusal('NOT_FOUND', 'There is no such file.');
    const { bytes, encoding } = await readEncoded(file.path, context.req.header('accept-encoding'));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const lifetime = file.isImmutable ? `max-age=${oneYearSeconds}, immutable` : `max-age=${entrySeconds}`;
    const headers = new Headers({
      'content-type': type,
      'cache-control': `public, ${lifetime}`,
      'accept-ranges': 'none',
      etag,
      vary: 'accept-encoding',
    });
    if (encoding) headers.set('content-encoding', encoding);
    // In the header, not in the file: it costs nobody a byte who does not look for it.
    if (await isFile(`${file.path}.map`)) headers.set('sourcemap', `${basename(file.path)}.map`);
    if (names(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    headers.set('content-length', String(bytes.length));
    return new Response(bytes, { headers });
  };
}

/** The bytes of a file in the best form that the asker takes and the build has made. */
async function readEncoded(path: string, accepted = '') {
  const offered = new Set(
    accepted
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim().toLowerCase()),
  );
  for (const { name, suffix } of encodings) {
    const encoded = offered.has(name) ? await readFile(path + suffix).catch(() => null) : null;
    if (encoded) return { bytes: new Uint8Array(encoded), encoding: name };
  }
  return { bytes: new Uint8Array(await readFile(path)), encoding: null };
}

/** Whether `If-None-Match` names an entity tag, by weak comparison (RFC 9110, section 13.1.2): a cache may have weakened it. */
function names(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
