import { fetchModule } from '../src/fetch-module.ts';

/**
 * Imports a chunk, after fetching it in browsers that would keep a failed import forever.
 *
 * @param {() => Promise<unknown>} load - imports one chunk of this build, which its source text names.
 */
export async function fetchAndImport(load) {
  const [, name] = /import\(.\.\/(?:chunks\/)?([^/]+\.js).\)/.exec(load) || [];
  // All chunks are in the same folder, including the one that contains this code.
  if (name) await fetchModule(new URL(name, import.meta.url).href);
  return load();
}
