import { fetchModule } from '../src/fetch-module.ts';

/**
 * Imports a chunk, once it has been fetched where that is needed for a lost one to be asked for again.
 *
 * @param {() => Promise<unknown>} load - imports one chunk of this build: its source text names it.
 */
export async function importSoundly(load) {
  const [, name] = /import\(.\.\/(?:chunks\/)?([^/]+\.js).\)/.exec(load) || [];
  // The chunks lie beside each other, and this is in one of them.
  if (name) await fetchModule(new URL(name, import.meta.url).href);
  return load();
}
