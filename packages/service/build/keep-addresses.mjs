import { dirname, join, relative, sep } from 'node:path';

/** Uses of `import.meta`: the address of a module beside this one, its own address, or others. */
const uses = /new URL\('(\.[^']+)', import\.meta\.url\)|\bimport\.meta(\.url\b)?/g;

/**
 * Makes a plugin that keeps the meaning of `import.meta.url` in bundled modules: the address of the compiled file, from which
 * they find other files. The address of an entry becomes that of its bundle.
 *
 * @param dist - folder of the compiled files.
 * @param folder - folder of the bundle, which contains no folders.
 * @param entries - compiled files, relative to `dist`, by the name of their bundle.
 */
export function keepAddresses(dist, folder, entries) {
  const bundles = new Map(
    Object.entries(entries).map(([name, module]) => [join(dist, module), `./${name}.js`]),
  );
  return {
    name: 'keep-addresses',
    transform: {
      // Modules whose name begins with "rolldown" are parts of the bundler.
      filter: { code: /\bimport\.meta\b/, id: { exclude: /^\0?rolldown\// } },
      handler(code, file) {
        if (!file.startsWith(dist + sep))
          throw new Error(`${file} uses import.meta: leave its package outside.`);
        const own = `new URL('${relative(folder, file).split(sep).join('/')}', import.meta.url)`;
        return {
          code: code.replaceAll(uses, (_, path, url) => {
            if (path) {
              const bundle = bundles.get(join(dirname(file), path));
              return bundle ? `new URL('${bundle}', import.meta.url)` : `new URL('${path}', ${own})`;
            }
            if (!url) throw new Error(`${file} uses more of import.meta than its address.`);
            return `${own}.href`;
          }),
        };
      },
    },
  };
}
