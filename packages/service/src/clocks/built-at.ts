import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** When this software was built or installed, by its own file, in ms since 1970. */
export function builtAt(): number {
  return statSync(fileURLToPath(import.meta.url)).mtimeMs;
}
