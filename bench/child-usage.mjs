// What this process and the processes it started use, read from /proc: the service decodes in child processes.
import { readFileSync } from 'node:fs';

const fieldsOf = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** The processes that this one started and that still run. */
function childrenOf() {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1');
  return children.split(' ').filter((pid) => pid.trim() !== '');
}

const sumOver = (pids, read) =>
  pids.reduce((sum, pid) => {
    try {
      return sum + read(pid);
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, 0);

/** CPU time of this process and its children since they started, in ms. */
export function cpuOfAll() {
  const { user, system } = process.cpuUsage();
  const tickMs = 10;
  const children = sumOver(
    childrenOf(),
    (pid) => (Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12])) * tickMs,
  );
  return (user + system) / 1000 + children;
}

/** Resident memory of this process and its children, in MB. */
export function megabytesOfAll() {
  const pageBytes = 4096;
  const held = sumOver(
    [process.pid, ...childrenOf()],
    (pid) => Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes,
  );
  return Math.round(held / 1e6);
}

/** Whether all children have ended. */
export const isAlone = () => childrenOf().length === 0;
