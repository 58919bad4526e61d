import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

/** Stand-in for Google's font hosts. No request leaves this machine. */
export interface FontHosts {
  readonly origins: readonly string[];
  /** Style sheet of a family with one file for Latin and one for Cyrillic letters. */
  readonly sheetUrl: string;
  readonly family: string;
  /** Names of the files requested so far. */
  readonly files: readonly string[];
  /** Lets files arrive. Until then, requests for them wait. */
  deliver(): void;
}

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('@fontsource/rubik-mono-one/package.json')), 'files');
const fileHost = 'https://fonts.gstatic.com';
const sheetHost = 'https://fonts.googleapis.com';
const anyOrigin = { 'access-control-allow-origin': '*' };

/** The reply of Google Fonts to a current browser. */
const sheet = [
  ['cyrillic', 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116'],
  ['latin', 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+2000-206F, U+20AC, U+2122'],
]
  .map(
    ([subset, characters]) => `/* ${subset} */
@font-face {
  font-family: 'Rubik Mono One';
  font-style: normal;
  font-weight: 400;
  font-display: swap;
  src: url(${fileHost}/s/rubikmonoone/v20/rubik-mono-one-${subset}-400-normal.woff2) format('woff2');
  unicode-range: ${characters};
}
`,
  )
  .join('');

/** Replies instead of Google's font hosts, for all pages of a context. */
export async function stubGoogleFonts(context: BrowserContext): Promise<FontHosts> {
  const files: string[] = [];
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await context.route(`${sheetHost}/**`, (route) =>
    route.fulfill({ headers: { ...anyOrigin, 'content-type': 'text/css; charset=utf-8' }, body: sheet }),
  );
  await context.route(`${fileHost}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop() ?? '';
    files.push(name);
    await delivered;
    const body = await readFile(join(folder, name));
    await route.fulfill({ headers: { ...anyOrigin, 'content-type': 'font/woff2' }, body });
  });
  return {
    origins: [sheetHost, fileHost],
    sheetUrl: `${sheetHost}/css2?family=Rubik+Mono+One&display=swap`,
    family: 'Rubik Mono One',
    files,
    deliver,
  };
}
