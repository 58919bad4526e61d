import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** CPU time and memory that a process has used. */
export interface ProcessUsage {
  /** CPU time in ms of all its threads since it started. */
  readonly cpuMs: number;
  /** Memory that it holds now, in bytes. */
  readonly residentBytes: number;
}

/** On all Linux systems that Node supports, CPU time is counted in hundredths of a second and memory in pages of 4 KiB. */
const tickMs = 10;
const pageBytes = 4096;

/** Reads the CPU time and memory of a process. Null if it has ended, or the system does not report them. */
export function readUsage(pid: number): ProcessUsage | null {
  if (process.platform !== 'linux') return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name before the last bracket may contain anything. User and system time are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      residentBytes: Number(resident) * pageBytes,
    };
  } catch {
    return null;
  }
}

/**
 * Sets the priority of a process and all its threads (on Linux, each thread has its own).
 *
 * @returns false if the system does not allow it; raising the priority requires a privilege.
 */
export function setProcessPriority(pid: number, priority: 'normal' | 'low'): boolean {
  const value = priority === 'low' ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_NORMAL;
  try {
    for (const id of threadsOf(pid)) setPriority(id, value);
    return true;
  } catch {
    return false;
  }
}

function threadsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  return readdirSync(`/proc/${pid}/task`).map(Number);
}
