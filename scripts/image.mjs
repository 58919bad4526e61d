// npm run image -- <folder>: writes the file system of the container image to a new folder, after `npm run build`. The
// Dockerfile copies it into an empty image: Node.js, the built service, the files that it serves, and the few programs and
// libraries of Debian that they need. No shell tools, no package manager, no compiler.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMainScript, root, runPnpm } from './workspace.mjs';

/** User of the service, as a number, so that Kubernetes can verify that it is not root. */
export const imageUser = 10001;

/** Programs with which the service isolates the processes that decode uploads. */
const programs = ['/bin/sh', '/bin/mount', '/usr/bin/unshare', '/usr/bin/prlimit', '/usr/bin/setpriv'];

/** System certificates, for `--use-openssl-ca`. */
const systemFiles = ['/etc/ssl/certs/ca-certificates.crt'];

const platform = `${process.platform}-${process.arch}`;

/**
 * Returns whether the image leaves out a file or folder of the packages, because no process reads it.
 *
 * @param path - relative to the folder of the service, with slashes.
 */
export function isLeftOut(path) {
  if (/\.(map|[cm]?ts|test\.js|md|tsbuildinfo)$/i.test(path)) return true;
  if (/(^|\/)@?vendor\/[a-z]+\/(src|slow|testing|samples)(\/|$)/.test(path)) return true;
  const prebuilt = /\/prebuilds\/([^/]+)(\/|$)/.exec(path);
  return prebuilt !== null && prebuilt[1] !== platform;
}

/**
 * Writes the file system.
 *
 * @param folder - must not exist.
 * @returns total size of its files, in bytes.
 */
export async function writeImage(folder) {
  if (existsSync(folder)) throw new Error(`${folder} already exists. Use a new folder.`);
  const packages = join(folder, 'opt/orchestration/packages');
  mkdirSync(packages, { recursive: true });
  const service = join(packages, 'service');
  const deployed = await runPnpm(['--filter', '@vendor/service', 'deploy', '--legacy', '--prod', service]);
  if (deployed !== 0) throw new Error('The dependencies of the service could not be copied (see above).');
  for (const name of ['src', 'slow', 'testing', 'samples'])
    rmSync(join(service, name), { recursive: true, force: true });
  removeLeftOut(service, '');
  cpSync(join(root, 'packages/sdk/dist/script'), join(packages, 'sdk/dist/script'), { recursive: true });
  cpSync(join(root, 'packages/admin/dist'), join(packages, 'admin/dist'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(folder, 'opt/orchestration/LICENSE'));

  copyProgram(folder, process.execPath, '/usr/bin/node');
  for (const program of programs) copyProgram(folder, program);
  for (const file of systemFiles) if (existsSync(file)) copyFile(folder, file);
  for (const addon of addonsIn(service)) for (const library of librariesOf(addon)) copyFile(folder, library);

  write(folder, '/etc/passwd', `orchestration:x:${imageUser}:${imageUser}::/data:/bin/sh\n`);
  write(folder, '/etc/group', `orchestration:x:${imageUser}:\n`);
  write(folder, '/etc/nsswitch.conf', 'hosts: files dns\n');
  write(
    folder,
    '/usr/bin/orchestration',
    '#!/bin/sh\nexec /usr/bin/node /opt/orchestration/packages/service/dist/bundled/cli.js "$@"\n',
  );
  chmodSync(join(folder, 'usr/bin/orchestration'), 0o755);
  // Mount points, where container runtimes mount volumes and memory.
  for (const name of ['tmp', 'proc', 'sys', 'dev']) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, 'tmp'), 0o1777);
  for (const name of ['data', 'purges', 'backups']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    execFileSync('chown', [`${imageUser}:${imageUser}`, join(folder, name)]);
  }
  return sizeOf(folder);
}

function removeLeftOut(base, path) {
  for (const entry of readdirSync(join(base, path), { withFileTypes: true })) {
    const inside = path ? `${path}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink()) continue;
    if (isLeftOut(inside)) rmSync(join(base, inside), { recursive: true });
    else if (entry.isDirectory()) removeLeftOut(base, inside);
  }
}

function copyProgram(folder, source, path = source) {
  copyFile(folder, source, path);
  for (const library of librariesOf(source)) copyFile(folder, library);
}

/** Copies a file to the same path below a folder, and instead of a symbolic link its target. */
function copyFile(folder, source, path = source) {
  const target = join(folder, path);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(realpathSync(source), target);
}

/** Returns the shared libraries that a program or addon loads from the system, including the loader. */
function librariesOf(file) {
  const printed = execFileSync('ldd', [file], { encoding: 'utf8' });
  return [...printed.matchAll(/(?:=> )?(\/\S+) \(0x/g)]
    .map(([, library]) => library)
    .filter((library) => !library.includes('node_modules'));
}

function addonsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.node') && !name.includes('musl'))
    .map((name) => join(folder, name))
    .filter((file) => lstatSync(file).isFile());
}

function write(folder, path, text) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function sizeOf(folder) {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
}

if (isMainScript(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    console.error('Name a new folder: npm run image -- <folder>');
    process.exit(2);
  }
  const bytes = await writeImage(resolve(folder));
  console.log(`${folder}: ${Math.round(bytes / 1e6)} MB`);
}
