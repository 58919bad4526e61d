import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the version of the service, which equals that of the browser SDK; `unknown` if the SDK is not installed. */
export function serviceVersion(): string {
  try {
    const file = fileURLToPath(new URL('../../sdk/package.json', import.meta.url));
    return String((JSON.parse(readFileSync(file, 'utf8')) as { version: unknown }).version);
  } catch {
    return 'unknown';
  }
}
