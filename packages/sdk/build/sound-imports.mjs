import { fileURLToPath } from 'node:url';

const helper = fileURLToPath(new URL('./import-soundly.mjs', import.meta.url));
const source = fileURLToPath(new URL('../src/', import.meta.url));
const texts = fileURLToPath(new URL('../../texts/src/', import.meta.url));
/** Modules whose lazy imports are dispensable: guidance, warnings, fonts. The modules themselves are loaded by others. */
const spared = ['capture/', 'theme/custom-theme.ts'].map((path) => source + path);
const lazyImport = /\bimport\((["'`])\.\.?\/[^"'`]+\1\)/g;

/**
 * Has the lazy parts of the script build make sure that a chunk arrives before they import it: see `import-soundly.mjs`. Within
 * somebody's bundle the addresses are the bundler's, who alone could do so there.
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
      // At the end, where it moves no line that a source map knows.
      if (changed === code) return undefined;
      return { code: `${changed}\nimport { importSoundly } from ${JSON.stringify(helper)};`, map: null };
    },
  };
}
