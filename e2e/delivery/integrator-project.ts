import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const sdk = fileURLToPath(new URL('../../packages/sdk', import.meta.url));

/** Parts of an integrator's project. */
export interface ProjectParts {
  /** Name of its folder. */
  readonly name: string;
  /** Packages from the registry, with exact versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Further members of its `package.json`. */
  readonly manifest?: object;
  /** Files by path, as text. */
  readonly files: Readonly<Record<string, string>>;
}

/** Packs the built SDK as it would be published and returns the path of the tarball. */
export async function packSdk(folder: string): Promise<string> {
  await run(sdk, 'npm', ['pack', '--silent', '--pack-destination', folder]);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack made no tarball');
  return join(folder, tarball);
}

/** Creates a project with the packed SDK and its packages installed and returns its folder. */
export async function makeProject({ name, packages, manifest, files }: ProjectParts): Promise<string> {
  const { DELIVERY_FOLDER: home, DELIVERY_TARBALL: tarball } = process.env;
  if (!home || !tarball) throw new Error('The global setup has not packed the SDK');
  const folder = join(home, name);
  const dependencies = { '@vendor/orchestration': `file:${tarball}`, ...packages };
  const content = { name, private: true, version: '1.0.0', type: 'module', ...manifest, dependencies };
  const texts = { 'package.json': JSON.stringify(content), ...files };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']);
  return folder;
}

/** Runs a command in a folder and returns its output; rejects with the whole output if it fails. */
export async function run(folder: string, command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env.PATH}` };
  try {
    const options = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
    return (await promisify(execFile)(command, [...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}
