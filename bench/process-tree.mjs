// Memory and CPU of a process with all its descendants, from /proc (Linux).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * @param pid - the process at the top.
 * @returns its descendants and itself: `{ pid, residentBytes, cpuMs }` each. CPU covers what a process and its ended, awaited
 * children used.
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
 * CPU in ms that a server has used which serves each connection by a process of its own, of one thread: its processes of now, to the
 * nanosecond, and those that have ended.
 */
export function cpuOfServer(pid) {
  const [first, ...others] = readProcessTree(pid);
  return [first, ...others].reduce((sum, one) => sum + runTimeMs(one.pid), first.endedChildrenMs);
}

/** Zero when the process has ended meanwhile. */
function runTimeMs(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Undefined when the process has ended meanwhile. */
function readStat(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the program may hold blanks and brackets.
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

/** Sum of a member over a process tree. */
export const sumOf = (tree, member) => tree.reduce((sum, one) => sum + one[member], 0);
