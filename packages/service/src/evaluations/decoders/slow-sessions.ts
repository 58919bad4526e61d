/** For so long the tasks of a session that had one which took long begin in the slow places. */
const slowMs = 10 * 60_000;
const mostKept = 10_000;

/** Sessions whose tasks begin in the slow places, because one of theirs took long. */
export interface SlowSessions {
  add(sessionId: string): void;
  has(sessionId: string): boolean;
}

export function createSlowSessions(): SlowSessions {
  /** Until when, in the order in which that was decided. */
  const until = new Map<string, number>();
  return {
    add(sessionId) {
      until.delete(sessionId);
      until.set(sessionId, performance.now() + slowMs);
      if (until.size > mostKept) until.delete(until.keys().next().value!);
    },
    has: (sessionId) => (until.get(sessionId) ?? 0) > performance.now(),
  };
}
