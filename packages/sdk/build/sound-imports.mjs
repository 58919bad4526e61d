import { fileURLToPath } from 'node:url';

const helper = fileURLToPath(new URL('./import-soundly.mjs', import.meta.url));
const source = fileURLToPath(new URL('../src/', import.meta.url));
const texts = fileURLToPath(new URL('../../texts/src/', import.meta.url));
/** Modules whose lazy imports are optional: guidance, warnings, fonts. Other modules import them with a check. */
const spared = ['capture/', 'theme/custom-theme.ts'].map((path) => source + path);
const lazyImport = /\bimport\((["'`])\.\.?\/[^"'`]+\1\)/g;

/**
 * Makes the lazy imports of the script build fetch a chunk before importing it: see `import-soundly.mjs`. In an integrator's
 * bundle, only the bundler knows the addresses and could do that.
 *
 * @returns {import('vite').Plugin}
 */
export function soundImports() {
  return {
    name: 'sound-imports',
    transform(code, id) {
      const isOurs = id.startsWith(source) || id.startsWith(texts);
      if (!isOurs || spared.some((path) => id.startsWith(path))) return undefined;
      const changed = code.replace(lazyImport, (found) => `importSoundly(() => ${found})`);
      // Appended at the end, so that line numbers stay valid.
      if (changed === code) return undefined;
      return { code: `${changed}\nimport { importSoundly } from ${JSON.stringify(helper)};`, map: null };
    },
  };
}
