import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { Handler } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { Refusal } from '../refusal.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The build puts all files with a hash of their content in the name (`chunks/capture-Bx93kQ2a.js`), and no others, here. */
const hashedFile = /[\\/]chunks[\\/][^\\/]+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
const oneYearSeconds = 31_536_000;
/** The entry keeps its name across versions, so browsers ask for it again soon. */
const entrySeconds = 300;

/** The compressed forms a build may have laid beside a file, best first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** `GET /sdk/v1/*`: the built browser SDK from a folder, for pages of any origin. */
export function sdkFiles(folder: string): Handler<AppEnvironment> {
  return async (context) => {
    const path = pathWithin(folder, context.req.path.replace(/^\/sdk\//, ''));
    const type = path === null ? undefined : contentTypes[extname(path)];
    const file =
      path !== null && type !== undefined ? await open(path, context.req.header('accept-encoding')) : null;
    if (!path || !type || !file) throw new Refusal('NOT_FOUND', 'There is no such file.');
    const lifetime = hashedFile.test(path)
      ? `max-age=${oneYearSeconds}, immutable`
      : `max-age=${entrySeconds}`;
    const headers = new Headers({
      'content-type': type,
      'cache-control': `public, ${lifetime}`,
      etag: file.etag,
      vary: 'accept-encoding',
    });
    if (file.encoding) headers.set('content-encoding', file.encoding);
    if (context.req.header('if-none-match') === file.etag)
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(await readFile(file.path)), { headers });
  };
}

/** The file a path names, or null when it would lie outside the folder. */
function pathWithin(folder: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const full = normalize(join(folder, decoded));
  return full.startsWith(folder + sep) && !decoded.includes('\0') ? full : null;
}

async function open(path: string, accepted = '') {
  const offered = new Set(
    accepted
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(nameOf),
  );
  for (const { name, suffix } of encodings) {
    const etag = offered.has(name) ? await etagOf(path + suffix) : null;
    if (etag) return { path: path + suffix, etag, encoding: name };
  }
  const etag = await etagOf(path);
  return etag ? { path, etag, encoding: null } : null;
}

function nameOf(part: string): string {
  return part.split(';')[0]?.trim() ?? '';
}

async function etagOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ? `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"` : null;
}
