import { fileURLToPath } from 'node:url';

const helper = fileURLToPath(new URL('./fetch-and-import.mjs', import.meta.url));
const source = fileURLToPath(new URL('../src/', import.meta.url));
const texts = fileURLToPath(new URL('../../texts/src/', import.meta.url));
/** Modules left unchanged, because what they import lazily is optional: guidance, warnings, fonts. */
const unchanged = ['capture/', 'theme/custom-theme.ts'].map((path) => source + path);
const lazyImport = /\bimport\((["'`])\.\.?\/[^"'`]+\1\)/g;

/**
 * Makes the lazy imports of the script build fetch a chunk before importing it: see `fetch-and-import.mjs`. In an integrator's
 * bundle, only the bundler knows the addresses and could do that.
 *
 * @returns {import('vite').Plugin}
 */
export function wrapLazyImports() {
  return {
    name: 'wrap-lazy-imports',
    transform(code, id) {
      const isOurs = id.startsWith(source) || id.startsWith(texts);
      if (!isOurs || unchanged.some((path) => id.startsWith(path))) return undefined;
      const changed = code.replace(lazyImport, (found) => `fetchAndImport(() => ${found})`);
      // Appended at the end, so that line numbers stay valid.
      if (changed === code) return undefined;
      return { code: `${changed}\nimport { fetchAndImport } from ${JSON.stringify(helper)};`, map: null };
    },
  };
}
