import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Folder of the package, with its build. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in a folder; rejects with its whole output if it fails. Returns its standard output. */
export async function run(
  folder: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 16 * 1024 * 1024 };
  try {
    return (await promisify(execFile)(command, [...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

/** Packs the package as for publishing, into a folder. Returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  await run(packageFolder, 'npm', ['pack', '--silent', '--pack-destination', folder]);
  const [tarball = '', ...others] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  if (!tarball || others.length > 0) throw new Error(`${folder} holds more or less than one tarball.`);
  return join(folder, tarball);
}

/** Creates a temporary folder for a test. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'packed-sdk-'));
}

/** Creates an integrator's empty project. */
export async function makeProject(folder: string, manifest: object = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  const content = { name: 'integrator', private: true, version: '1.0.0', ...manifest };
  await writeFile(join(folder, 'package.json'), JSON.stringify(content));
  return folder;
}
