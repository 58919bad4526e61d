import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Protections that this system allows for the processes that decode uploads. */
export interface Isolation {
  /** The processes have no network access, whatever code runs in them. */
  readonly network: boolean;
  /** The processes have their own namespaces, so they cannot access the memory of the service. */
  readonly service: boolean;
  /** The data folder appears empty to the processes. */
  readonly folder: boolean;
  /** The kernel limits their writable memory. */
  readonly memory: boolean;
}

/** Program and arguments that run another command under isolation. */
export interface IsolatedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

interface Tools {
  readonly unshare: string | null;
  readonly prlimit: string | null;
  readonly setpriv: string | null;
  readonly sh: string | null;
}

type Namespaces = 'user' | 'network' | 'none';

interface Detected {
  readonly tools: Tools;
  readonly namespaces: Namespaces;
}

let detected: Detected | undefined;

/**
 * Detects, once, which protections this system allows: namespaces may be disabled, or util-linux missing. Only Linux has any.
 *
 * @param dataFolder - stays visible if it contains code; null for none.
 */
export function describeIsolation(dataFolder: string | null): Isolation {
  const { namespaces, tools } = detect();
  return {
    network: namespaces !== 'none',
    service: namespaces === 'user',
    folder: namespaces === 'user' && !isCodeWithin(dataFolder),
    memory: tools.prlimit !== null,
  };
}

/** Returns whether the service's code or Node itself is in a folder, which must then stay visible to the processes. */
export function isCodeWithin(folder: string | null): boolean {
  if (folder === null) return false;
  return [fileURLToPath(import.meta.url), process.execPath].some((path) => path.startsWith(`${folder}/`));
}

/** Describes the protections for the log and the doctor. */
export function nameProtections({ network, service, folder, memory }: Isolation): {
  on: string[];
  off: string[];
} {
  const all: [boolean, string][] = [
    [true, 'separate processes without secrets'],
    [network, 'no network'],
    [folder, 'no access to the data folder'],
    [service, 'no access to the memory of the service'],
    [memory, 'memory limited by the kernel'],
    [process.platform === 'linux', 'CPU time and memory measured'],
  ];
  const named = (wanted: boolean) => all.filter(([isOn]) => isOn === wanted).map(([, name]) => name);
  return { on: named(true), off: named(false) };
}

/**
 * Wraps a command in as much isolation as the system allows.
 *
 * @param hiddenFolder - folder that appears empty to the command, if the system supports it; null for none.
 * @param dataLimitBytes - limit of writable memory (`RLIMIT_DATA`).
 */
export function isolate(
  command: IsolatedCommand,
  hiddenFolder: string | null,
  dataLimitBytes: number,
): IsolatedCommand {
  const { tools, namespaces } = detect();
  return wrap(command, tools, namespaces, hiddenFolder, dataLimitBytes);
}

function wrap(
  { program, args }: IsolatedCommand,
  { unshare, prlimit, setpriv, sh }: Tools,
  namespaces: Namespaces,
  hiddenFolder: string | null,
  dataLimitBytes: number,
): IsolatedCommand {
  const words: string[] = [];
  if (namespaces === 'network') words.push(unshare!, '--net', '--');
  if (namespaces === 'user') {
    words.push(unshare!, '--user', '--map-root-user', '--net', '--mount', '--');
    // Root of its own namespace could unmount the cover again, so the bounding set drops all capabilities.
    const cover = 'mount -t tmpfs -o ro,size=4k none "$0" && exec "$@"';
    if (hiddenFolder) words.push(sh!, '-c', cover, hiddenFolder);
    words.push(setpriv!, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--');
  }
  if (prlimit) words.push(prlimit, `--data=${dataLimitBytes}`, '--core=0', '--');
  const [first = program, ...others] = [...words, program, ...args];
  return { program: first, args: others };
}

function detect(): Detected {
  detected ??= process.platform === 'linux' ? detectOnLinux() : noIsolation;
  return detected;
}

const noIsolation: Detected = {
  tools: { unshare: null, prlimit: null, setpriv: null, sh: null },
  namespaces: 'none',
};

function detectOnLinux(): Detected {
  const tools = {
    unshare: findTool('unshare'),
    prlimit: findTool('prlimit'),
    setpriv: findTool('setpriv'),
    sh: findTool('sh'),
  };
  const node = { program: process.execPath, args: ['--version'] };
  const runs = (namespaces: Namespaces, some: Tools) => {
    const probe = wrap(node, some, namespaces, namespaces === 'user' ? '/sys' : null, 4e9);
    const { status } = spawnSync(probe.program, probe.args, { env: {}, stdio: 'ignore', timeout: 5_000 });
    return status === 0;
  };
  const prlimit = tools.prlimit && runs('none', tools) ? tools.prlimit : null;
  const usable = { ...tools, prlimit };
  const { unshare, setpriv, sh } = tools;
  if (unshare && setpriv && sh && runs('user', usable)) return { tools: usable, namespaces: 'user' };
  if (unshare && runs('network', usable)) return { tools: usable, namespaces: 'network' };
  return { tools: usable, namespaces: 'none' };
}

/** Finds a tool by its full path, because the processes get no PATH. */
function findTool(name: string): string | null {
  const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path)) ?? null;
}
