import type { ElapsedMs } from '../../clock.ts';

/** CPU time that sessions have left. */
export interface CpuBudget {
  /** How many seconds until there is something left; 0: there is. */
  secondsUntilLeft(sessionId: string): number;
  /** Counts CPU time that a session used. */
  charge(sessionId: string, cpuMs: number): void;
}

export interface CpuBudgetLimits {
  /** CPU time that a session may use at once. */
  readonly cpuMs: number;
  /** Milliseconds in each minute after the first budget is used up. */
  readonly perMinuteMs: number;
  /** Number of sessions that are remembered; the least recently active ones are forgotten first. */
  readonly sessions: number;
}

interface Used {
  readonly cpuMs: number;
  readonly at: number;
}

/**
 * Bounds the CPU time that the uploads of each session may use.
 *
 * @param now - how many milliseconds have gone by.
 */
export function createCpuBudget(limits: CpuBudgetLimits, now: ElapsedMs): CpuBudget {
  const used = new Map<string, Used>();
  const usedBy = (sessionId: string) => {
    const known = used.get(sessionId);
    if (!known) return 0;
    return Math.max(0, known.cpuMs - ((now() - known.at) / 60_000) * limits.perMinuteMs);
  };
  return {
    secondsUntilLeft(sessionId) {
      const over = usedBy(sessionId) - limits.cpuMs;
      return over < 0 ? 0 : Math.max(1, Math.ceil((over / limits.perMinuteMs) * 60));
    },
    charge(sessionId, cpuMs) {
      const total = usedBy(sessionId) + cpuMs;
      // The map is in the order of the last use.
      used.delete(sessionId);
      used.set(sessionId, { cpuMs: total, at: now() });
      if (used.size > limits.sessions) used.delete(used.keys().next().value!);
    },
  };
}
