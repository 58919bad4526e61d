import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Handler } from 'hono';
import type { AppEnvironment, RequestContext } from '../../http/app-environment.ts';
import { Refusal } from '../../refusal.ts';
import { isFile } from '../../sdk-releases/find-sdk-file.ts';
import { readBestForm } from '../../sdk-releases/read-sdk-files.ts';
import { listPreload } from './list-preload.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Policy of the panel's page: no other origins, no inline code, no framing. Pictures and videos are loaded with the session
 * cookie or from memory.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // Allows the preview of hosted pages.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Policy of the flow in a frame of the panel: only the panel may frame it; it sends nothing, and opens no camera. */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  'worker-src blob:',
  // Chunks of the SDK are fetched before they are imported.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types vendor-orchestration',
].join('; ');

const notBuilt = `The Admin Panel is not built. Run "npm run build" where the service is installed, then load this page again.\n`;

/**
 * `GET /admin` and `GET /admin/*`: the Admin Panel. Files in `assets` have a hash in their name and never change; every other
 * address is a screen, and gets the page.
 *
 * @param folder - of the build, with `index.html` and `assets`.
 */
export function adminFiles(folder: string): Handler<AppEnvironment> {
  return async (context) => {
    const { path } = context.req;
    const accepted = context.req.header('accept-encoding');
    if (path.startsWith('/admin/assets/')) {
      const name = path.slice('/admin/assets/'.length);
      const type = contentTypes[extname(name)];
      const file = join(folder, 'assets', name);
      // File names of the build contain no separator, in any encoding.
      if (!type || !/^[\w-][\w.-]*$/.test(name) || !(await isFile(file)))
        throw new Refusal('NOT_FOUND', 'There is no such file.');
      const { bytes, encoding } = await readBestForm(file, accepted);
      return new Response(bytes, {
        headers: { ...headersOf(type, encoding), 'cache-control': 'private, max-age=31536000, immutable' },
      });
    }
    const isPreview = path === '/admin/preview';
    const page = join(folder, isPreview ? 'preview.html' : 'index.html');
    if (!(await isFile(page)))
      return context.text(notBuilt, 503, { 'content-type': 'text/plain; charset=utf-8' });
    const { bytes, encoding } = await readBestForm(page, accepted);
    const links = isPreview ? '' : await linksOf(folder, context);
    return new Response(bytes, {
      headers: {
        ...headersOf('text/html; charset=utf-8', encoding),
        ...(links !== '' && { link: links }),
        'content-security-policy': isPreview ? previewPolicy : pagePolicy,
        ...(isPreview && { 'x-frame-options': 'SAMEORIGIN' }),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      },
    });
  };
}

const sessionPreload = '</admin-api/v1/session>; rel=preload; as=fetch; crossorigin';

/**
 * Makes the `Link` header of the page, with its files and the panel's first calls. Browsers start loading them before they
 * parse the page.
 */
async function linksOf(folder: string, context: RequestContext): Promise<string> {
  const files = await readFile(join(folder, 'index.links'), 'utf8').catch(() => '');
  return [sessionPreload, listPreload(context), files].filter(Boolean).join(', ');
}

function headersOf(type: string, encoding: string | null): Record<string, string> {
  return {
    'content-type': type,
    vary: 'accept-encoding',
    ...(encoding === null ? {} : { 'content-encoding': encoding }),
  };
}
