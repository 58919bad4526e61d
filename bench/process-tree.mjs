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

/** Undefined when the process has ended meanwhile. */
function readStat(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the program may hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      cpuMs: (ticks * 1000) / ticksPerSecond,
      residentBytes: Number(fields[21]) * pageBytes,
    };
  } catch {
    return undefined;
  }
}

/** Sum of a member over a process tree. */
export const sumOf = (tree, member) => tree.reduce((sum, one) => sum + one[member], 0);
