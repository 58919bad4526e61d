import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns when this software was built or installed, from the time of its own file, in ms since 1970. */
export function builtAt(): number {
  return statSync(fileURLToPath(import.meta.url)).mtimeMs;
}
