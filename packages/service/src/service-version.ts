import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version of the service, which is that of the browser SDK beside it; `unknown` where that was left out. */
export function serviceVersion(): string {
  try {
    const file = fileURLToPath(new URL('../../sdk/package.json', import.meta.url));
    return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version);
  } catch {
    return 'unknown';
  }
}
