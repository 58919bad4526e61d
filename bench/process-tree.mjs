// Memory and CPU of a process with all its descendants, from /proc (Linux).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * @param pid - root of the process tree.
 * @returns the process and its descendants: `{ pid, residentBytes, cpuMs }` each. CPU includes that of ended children that were
 *   waited for.
 */
export function readProcessTree(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const tree = all.filter((one) => one.pid === pid);
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  return tree;
}

/**
 * Returns the CPU in ms of a server that handles each connection in a separate single-threaded process: that of its current
 * processes, to the nanosecond, and of ended ones.
 */
export function cpuOfServer(pid) {
  const tree = readProcessTree(pid);
  const [root] = tree;
  return tree.reduce((sum, one) => sum + runTimeMs(one.pid), root.endedChildrenMs);
}

/** Returns 0 if the process has ended meanwhile. */
function runTimeMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Returns undefined if the process has ended meanwhile. */
function readStat(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the program may contain blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const msOf = (some) => (some.reduce((sum, field) => sum + Number(field), 0) * 1000) / ticksPerSecond;
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      cpuMs: msOf(fields.slice(11, 15)),
      endedChildrenMs: msOf(fields.slice(13, 15)),
      residentBytes: Number(fields[21]) * pageBytes,
    };
  } catch {
    return undefined;
  }
}

/** Returns the sum of a member over a process tree. */
export const sumOf = (tree, member) => tree.reduce((sum, one) => sum + one[member], 0);
