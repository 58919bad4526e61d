/**
 * Runs one of the scripts in `src/`, which are TypeScript and import the packages' sources:
 *
 *     node lab/training/run.mjs <script> [arguments]
 *
 * Bundles the script into `lab/training/.cache`, at the same depth as its own folder, so that relative paths stay valid. The
 * packages' sources keep their addresses, by which they find the libraries and files that they depend on.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const [, , name, ...scriptArguments] = process.argv;
const outDir = resolve(import.meta.dirname, '.cache');

const keepAddresses = {
  name: 'keep-addresses',
  transform: (code, id) =>
    /\/(packages|lab)\/(?!training)[^/]+\/src\//.test(id)
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
};

await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'warn',
  plugins: [keepAddresses],
  ssr: { noExternal: [/^@vendor\//], resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  build: {
    ssr: resolve(import.meta.dirname, 'src', `${name}.ts`),
    outDir,
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
  },
});
const script = await import(pathToFileURL(resolve(outDir, `${name}.mjs`)).href);
await script.default(scriptArguments);
