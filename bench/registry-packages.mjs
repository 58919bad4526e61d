// Packages of other vendors from the npm registry: installed with exact versions into a cache, and bundled as a host page would
// bundle them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bundler = { name: 'esbuild', version: '0.28.2' };

/**
 * Installs packages and the bundler, unless they are already installed. Does not run their install scripts.
 *
 * @param name - the folder in the cache.
 * @param packages - each with its name and exact version.
 * @returns the path of the folder.
 */
export function installPackages(name, packages) {
  const folder = fileURLToPath(new URL(`.cache/${name}/`, import.meta.url));
  const dependencies = Object.fromEntries([bundler, ...packages].map((one) => [one.name, one.version]));
  const manifest = JSON.stringify({ private: true, dependencies });
  const stamp = join(folder, 'installed');
  if (readIfThere(stamp) === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', '--ignore-scripts', ...quiet], { cwd: folder, stdio: 'inherit' });
  writeFileSync(stamp, manifest);
  return folder;
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Bundles a script that imports installed packages: minified, with code splitting.
 *
 * @returns `files`: bytes by name; `atOnce`: the names that a page loads with the script. The script itself comes first.
 */
export async function bundle(folder, contents) {
  const { build } = createRequire(join(folder, 'package.json'))('esbuild');
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: folder,
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const files = new Map(outputFiles.map(({ path, contents: bytes }) => [path.slice(folder.length), bytes]));
  const atOnce = new Set();
  const follow = (name) => {
    if (atOnce.has(name)) return;
    atOnce.add(name);
    for (const { path, kind } of metafile.outputs[name].imports) {
      if (kind === 'import-statement' && files.has(path)) follow(path);
    }
  };
  follow('out/stdin.js');
  return { files, atOnce: [...atOnce] };
}
