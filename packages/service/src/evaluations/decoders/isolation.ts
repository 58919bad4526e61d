import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Protections that this system allows around the processes that decode uploads. */
export interface Isolation {
  /** No network, whatever code runs there. */
  readonly network: boolean;
  /** The memory of the service and the data folder cannot be reached: these processes are in namespaces of their own. */
  readonly service: boolean;
  /** The kernel bounds the memory they may write to. */
  readonly memory: boolean;
}

/** A program and its arguments that start another command under the isolation. */
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
 * Finds out once which protections this system allows: namespaces may be switched off, or util-linux be missing. Elsewhere than
 * on Linux there are none of them.
 */
export function describeIsolation(): Isolation {
  const { namespaces, tools } = detect();
  return {
    network: namespaces !== 'none',
    service: namespaces === 'user',
    memory: tools.prlimit !== null,
  };
}

/** The protections in words, for the log and the doctor. */
export function nameProtections({ network, service, memory }: Isolation): { on: string[]; off: string[] } {
  const all: [boolean, string][] = [
    [true, 'own processes without secrets'],
    [network, 'no network'],
    [service, 'no access to the data folder and to the memory of the service'],
    [memory, 'memory bounded by the kernel'],
    [process.platform === 'linux', 'CPU time and memory measured'],
  ];
  const named = (wanted: boolean) => all.filter(([isOn]) => isOn === wanted).map(([, name]) => name);
  return { on: named(true), off: named(false) };
}

/**
 * Puts a command under as much isolation as the system allows.
 *
 * @param hiddenFolder - it looks empty to the command, where that is possible; null: none is hidden.
 * @param dataLimitBytes - what the command may map to write to (`RLIMIT_DATA`).
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
    // Root of its own namespace could take the cover away again: all its capabilities end with the bounding set.
    const cover = 'mount -t tmpfs -o ro,size=4k none "$0" && exec "$@"';
    if (hiddenFolder) words.push(sh!, '-c', cover, hiddenFolder);
    words.push(setpriv!, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--');
  }
  if (prlimit) words.push(prlimit, `--data=${dataLimitBytes}`, '--core=0', '--');
  const [first = program, ...others] = [...words, program, ...args];
  return { program: first, args: others };
}

function detect(): Detected {
  detected ??= process.platform === 'linux' ? detectOnLinux() : nothing;
  return detected;
}

const nothing: Detected = {
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
