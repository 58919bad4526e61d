import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, SourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type LibraryOptions, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, makeProject, packageFolder, packPackage, run } from './packed-package.ts';

const dist = join(packageFolder, 'dist');
let folder: string;
let project: string;
let installed: string;

beforeAll(async () => {
  folder = await makeFolder();
  const tarball = await packPackage(folder);
  project = await makeProject(join(folder, 'project'), { type: 'module' });
  await run(project, 'npm', ['install', tarball, '--offline', '--no-audit', '--no-fund']);
  installed = join(project, 'node_modules', '@vendor', 'orchestration');
});
afterAll(() => rm(folder, { recursive: true }));

const scriptsIn = async (path: string) =>
  (await readdir(path, { recursive: true })).filter((name) => /\.m?js$/.test(name));
/** All scripts except workers and weights, which are texts in modules. */
const mappedIn = async (path: string) =>
  (await scriptsIn(path)).filter((name) => !/\/_(analysis-worker|face-worker|face-model)-/.test(name));
const readMap = async (path: string) => JSON.parse(await readFile(`${path}.map`, 'utf8'));

describe('the packed package', () => {
  it('uses no WebAssembly, so that no page needs wasm-unsafe-eval', async () => {
    const names = await scriptsIn(join(dist, 'script'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      expect(await readFile(join(dist, 'script', name), 'utf8'), name).not.toMatch(/WebAssembly|\.wasm\b/);
    }
  });

  it('contains all files that it names, but no source, tests or scripts of the service', async () => {
    const names = await readdir(installed, { recursive: true, withFileTypes: true });
    const folders = new Set(
      names.map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1)),
    );
    const { main, types, exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const paths: string[] = Object.values<Record<string, string>>(exports['.']).flatMap(Object.values);
    const named = [main, types, ...paths].map((path) => path.replace('./', ''));
    expect(named.filter((path) => !folders.has(path))).toEqual([]);
    expect(
      [...folders].filter((path) => /^(src|slow|build|gallery)$|^dist.script|\.test\.|\.(br|gz)$/.test(path)),
    ).toEqual([]);
  });

  it.each(['LICENSE', 'CHANGELOG.md', 'README.md'])('contains its own %s', async (name) => {
    expect(await readFile(join(installed, name), 'utf8')).toBe(
      await readFile(join(packageFolder, name), 'utf8'),
    );
  });

  it('lists the licenses of the third-party work that it contains', async () => {
    const maps = await Promise.all(
      (await mappedIn(join(dist, 'npm'))).map((name) => readMap(join(dist, 'npm', name))),
    );
    const paths: string[] = maps.flatMap(({ sources }) => sources);
    const carried = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
    expect(carried).toContain('preact');
    const licenses = await readFile(join(installed, 'dist', 'npm', 'third-party-licenses.md'), 'utf8');
    const listed = [...licenses.matchAll(/^## (\S+) - [\d.]+ \(MIT\)$/gm)].map(([, name]) => name);
    // The last package provides the weights of the face detector.
    expect(listed.sort()).toEqual([...new Set([...carried, '@vladmandic/human'])].sort());
    expect(licenses.match(/copyright notice and this permission notice shall be included/g)).toHaveLength(
      listed.length,
    );
  });

  it('needs no other package, and runs no script on installation', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })).toEqual([]);
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([]);
    expect(manifest.engines).toEqual({ node: '>=20.0.0', npm: '>=7.0.0' });
  });

  it('has no effect when imported on a server', { tags: ['DSDK-66'] }, async () => {
    const watched = [
      'window',
      'document',
      'navigator',
      'location',
      'self',
      'localStorage',
      'Worker',
      'fetch',
    ];
    const program = `
      const touched = [];
      for (const name of ${JSON.stringify(watched)})
        Object.defineProperty(globalThis, name, { configurable: true, get: () => void touched.push(name) });
      const before = Reflect.ownKeys(globalThis);
      const { VendorOrchestration } = await import('@vendor/orchestration');
      const added = Reflect.ownKeys(globalThis).filter((name) => !before.includes(name));
      // An effect that runs on the server only adds and removes handlers, and closes.
      VendorOrchestration.on('completed', () => {})();
      await VendorOrchestration.close();
      console.log(JSON.stringify({ touched, added, kept: process.getActiveResourcesInfo() }));`;
    const output = await run(project, process.execPath, ['--input-type=module', '-e', program]);
    const { touched, added, kept } = JSON.parse(output);
    expect([touched, added]).toEqual([[], []]);
    expect(kept).not.toContain('Timeout');
  });

  it.each([
    ['nothing', "import '@vendor/orchestration';", /^$/],
    ['the version', "import { version } from '@vendor/orchestration'; console.log(version);", /^.{10,80}$/s],
    [
      'the flow',
      "import { VendorOrchestration } from '@vendor/orchestration'; VendorOrchestration.close();",
      /client\/init/,
    ],
  ])('loads only used code at first in a bundle that uses %s of it', async (_what, code, expected) => {
    const input = join(project, 'main.js');
    await writeFile(input, code);
    const lib: LibraryOptions = { entry: input, formats: ['es'] };
    const bundled = await build({
      ...{ root: project, configFile: false, logLevel: 'silent' },
      build: { write: false, lib },
    });
    const output = (bundled as Rolldown.RolldownOutput[])[0]?.output ?? [];
    const [entry] = output;
    const atFirst = output.filter((file) => file === entry || entry?.imports.includes(file.fileName));
    const loaded = atFirst.map((file) => ('code' in file ? file.code.trim() : ''));
    expect(loaded.join('\n')).toMatch(expected);
  });
});

it('names no folder of the machine that built it', async () => {
  const root = join(packageFolder, '../..');
  for (const part of ['npm', 'types', 'script']) {
    for (const name of await readdir(join(dist, part), { recursive: true })) {
      if (!/\.([cm]?[jt]s|map|json|md)$/.test(name)) continue;
      expect(await readFile(join(dist, part, name), 'utf8'), name).not.toContain(root);
    }
  }
});

describe('types of the package', () => {
  const consumer = `
import { checkTheme, SUPPORTED_LANGUAGES, VendorOrchestration, version } from '@vendor/orchestration';
import type { Configuration, ErrorCodes, Language, Orchestration, ThemeFinding } from '@vendor/orchestration';

const configuration: Configuration = { token: 'token', language: 'de', renderingMode: 'inline', containerId: 'room' };
const flow: Orchestration = VendorOrchestration;
export async function verify(): Promise<ThemeFinding[]> {
  const off = flow.on('completed', (status) => { const known: 'success' | 'pending' | 'failed' | 'unknown' = status; void known; });
  flow.on('error', (code: ErrorCodes) => void code);
  await flow.start(configuration);
  await flow.start('token');
  off();
  // @ts-expect-error there is no such event
  flow.on('finished', () => {});
  // @ts-expect-error a token is a text
  await flow.start({ token: 1 });
  // @ts-expect-error there is no such mode
  await flow.start({ token: 'token', renderingMode: 'modal' });
  return [...(await checkTheme({ light: { baseAccent: '#2251d1' } }))];
}
export const languages: readonly Language[] = SUPPORTED_LANGUAGES;
export const release: string = version;
`;
  const { resolve } = createRequire(import.meta.url);
  const compilers: Readonly<Record<number, string>> = {
    6: resolve('typescript/bin/tsc6'),
    7: join(dirname(resolve('typescript-7/package.json')), 'bin', 'tsc'),
  };

  it.each([
    { release: 7, resolution: 'bundler', module: 'esnext', file: 'consumer.ts' },
    { release: 6, resolution: 'bundler', module: 'esnext', file: 'consumer.ts' },
    { release: 6, resolution: 'node16', module: 'node16', file: 'consumer.ts' },
    { release: 6, resolution: 'node16', module: 'node16', file: 'consumer.cts' },
    {
      ...{ release: 6, resolution: 'node10', module: 'esnext', file: 'consumer.ts' },
      others: { ignoreDeprecations: '6.0' },
    },
  ] as const)(
    'compile in an integrator’s code by $resolution, in $file, with TypeScript $release',
    async ({ release, resolution, module, file, ...given }) => {
      const others = 'others' in given ? given.others : {};
      const home = join(project, resolution);
      await mkdir(home, { recursive: true });
      await writeFile(join(home, file), consumer);
      const compilerOptions = {
        ...{
          target: 'es2022',
          module,
          moduleResolution: resolution,
          strict: true,
          exactOptionalPropertyTypes: true,
        },
        ...{ noEmit: true, types: [], lib: ['es2022', 'dom'], skipDefaultLibCheck: true },
        ...others,
      };
      await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
      expect(await run(home, process.execPath, [compilers[release]!, '-p', home])).toBe('');
    },
  );
});

describe('source maps of the package', () => {
  it('map an error to its line of the source', async () => {
    const entry = pathToFileURL(join(dist, 'npm', 'index.js')).href;
    const program = `const { VendorOrchestration } = await import(${JSON.stringify(entry)});
      await VendorOrchestration.start().catch(({ stack }) => console.log(stack));`;
    const stack = await run(project, process.execPath, ['--input-type=module', '-e', program]);
    const frames = [...stack.matchAll(/(file:[^\s()]+\/npm\/[^\s()]+):(\d+):(\d+)/g)];
    const places = await Promise.all(
      frames.map(async ([, url = '', line, column]) => {
        const path = fileURLToPath(url);
        const found = new SourceMap(await readMap(path)).findEntry(Number(line) - 1, Number(column) - 1);
        if (!('originalSource' in found)) return 'nowhere';
        const source = join(dirname(path), found.originalSource);
        const text = (await readFile(source, 'utf8')).split('\n')[found.originalLine] ?? '';
        return `${source.slice(packageFolder.length)}: ${text.trim()}`;
      }),
    );
    expect(places[0]).toBe(
      "src/config/exceptions.ts: configurationMissing: () => new Error('Configuration is not set.'),",
    );
    expect(places[1]).toMatch(
      /^src\/config\/parse-configuration\.ts: .*exceptions\.configurationMissing\(\)/,
    );
  });

  it('accompany every module of the package, which names them, and contain their sources', async () => {
    for (const name of await mappedIn(join(dist, 'npm'))) {
      const path = join(dist, 'npm', name);
      const map = await readMap(path);
      expect(await readFile(path, 'utf8')).toMatch(/\n\/\/# sourceMappingURL=[^/\n]+\.js\.map$/);
      expect(map.sourcesContent?.length, name).toBe(map.sources.length);
    }
  });

  it('accompany every script of the service, which names them itself', async () => {
    for (const name of await mappedIn(join(dist, 'script'))) {
      const path = join(dist, 'script', name);
      expect((await readMap(path)).mappings.length, name).toBeGreaterThan(0);
      expect(await readFile(path, 'utf8')).not.toContain('sourceMappingURL');
    }
  });
});

it('lists the hash of every script of the service in the form of the integrity attribute', async () => {
  const scripts = join(dist, 'script', 'v1');
  const listed = JSON.parse(await readFile(join(scripts, 'integrity.json'), 'utf8'));
  const files: Record<string, string> = {};
  for (const name of await scriptsIn(scripts)) {
    const digest = createHash('sha384').update(await readFile(join(scripts, name)));
    files[name] = `sha384-${digest.digest('base64')}`;
  }
  expect(listed).toEqual({
    version: JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')).version,
    files,
  });
  expect(files).toHaveProperty(['vendor-orchestration.js']);
});

it('loads as many kilobytes until the first screen as the README states', async () => {
  const scripts = join(dist, 'script', 'v1');
  const atFirst = (await readdir(join(scripts, 'chunks'))).filter((name) =>
    /^(shell|request|en)-.*\.js$/.test(name),
  );
  expect(atFirst).toHaveLength(3);
  const paths = ['vendor-orchestration.js', ...atFirst.map((name) => join('chunks', name))];
  const weights = await Promise.all(
    paths.map(async (path) => brotliCompressSync(await readFile(join(scripts, path))).length),
  );
  const kilobytes = weights.reduce((sum, weight) => sum + weight, 0) / 1000;
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
  const documented = Number(/^\| by the first screen, in all \| ([\d.]+) kB \|$/m.exec(readme)?.[1]);
  expect(Math.abs(kilobytes - documented)).toBeLessThan(1);
});
