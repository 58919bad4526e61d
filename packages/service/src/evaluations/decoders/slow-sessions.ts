/** Time in ms after a slow task during which tasks of the same session start in slow places. */
const slowMs = 10 * 60_000;
const maxSessions = 10_000;

/** Sessions whose tasks start in slow places, because one of their tasks was slow. */
export interface SlowSessions {
  add(sessionId: string): void;
  has(sessionId: string): boolean;
}

export function createSlowSessions(): SlowSessions {
  /** End of the slow period by session, in the order in which it was last set. */
  const until = new Map<string, number>();
  return {
    add(sessionId) {
      until.delete(sessionId);
      until.set(sessionId, performance.now() + slowMs);
      if (until.size > maxSessions) until.delete(until.keys().next().value!);
    },
    has: (sessionId) => (until.get(sessionId) ?? 0) > performance.now(),
  };
}
