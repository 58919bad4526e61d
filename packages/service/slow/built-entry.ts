import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the path of the service (`main`) or its command line (`cli`) as it is shipped: bundled.
 *
 * @throws if a module was compiled after the bundle was made, so that a test would run the code from before.
 */
export function builtEntry(name: 'main' | 'cli'): string {
  const entry = join(packages, 'service/dist/bundled', `${name}.js`);
  const bundledAt = statSync(entry).mtimeMs;
  const later = compiledModules().filter((module) => statSync(module).mtimeMs > bundledAt);
  if (later.length > 0) throw new Error(`The bundle is older than ${later[0]}. Run: npm run build`);
  return entry;
}

function compiledModules(): string[] {
  return ['checks', 'contract', 'service', 'texts', 'ui'].flatMap((name) => {
    const dist = join(packages, name, 'dist');
    return readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js') && !path.startsWith('bundled'))
      .map((path) => join(dist, path));
  });
}
