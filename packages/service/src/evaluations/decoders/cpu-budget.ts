import type { ElapsedMs } from '../../clock.ts';

/** Tracks the CPU time that sessions have left. */
export interface CpuBudget {
  /** Returns the number of seconds until the session has CPU time left; 0 if it has some now. */
  secondsUntilLeft(sessionId: string): number;
  /** Charges CPU time to a session. */
  charge(sessionId: string, cpuMs: number): void;
}

export interface CpuBudgetLimits {
  /** CPU time that a session may use without waiting. */
  readonly cpuMs: number;
  /** Additional CPU time per minute, in ms. */
  readonly perMinuteMs: number;
  /** Number of sessions that are remembered. The least recently active ones are forgotten first. */
  readonly sessions: number;
}

interface Used {
  readonly cpuMs: number;
  readonly at: number;
}

/**
 * Limits the CPU time that the uploads of each session may use.
 *
 * @param now - monotonic clock in ms.
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
      // Keeps the map in the order of last use.
      used.delete(sessionId);
      used.set(sessionId, { cpuMs: total, at: now() });
      if (used.size > limits.sessions) used.delete(used.keys().next().value!);
    },
  };
}
