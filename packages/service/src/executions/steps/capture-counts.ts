import { Refusal } from '../../refusal.ts';

/** How many different files may be handed in. */
export interface CaptureLimits {
  /** For one slot of one attempt. A user who takes a picture anew so often is helped by no further one. */
  readonly perSlot: number;
  /** For one session: all slots of all attempts. */
  readonly perSession: number;
}

export const captureCountLimits: CaptureLimits = { perSlot: 30, perSession: 200 };

/** The sessions that are remembered. Whoever opens as many to be forgotten could hand in their files there. */
const mostSessions = 10_000;

/**
 * Counts the captures that are handed in, since each costs the time of a decoder: a slot may be filled anew, but not without end.
 * Held in memory: a restart forgets the counts, which no user can cause.
 */
export interface CaptureCounts {
  /**
   * Asked before the bytes of a capture are read.
   *
   * @param slot - names step, attempt and slot.
   * @param digest - that the request names; undefined where it names none.
   * @throws {Refusal} CAPTURE_LIMIT_REACHED, unless the file is the one that was stored there last.
   */
  admit(session: string, slot: string, digest: string | undefined): void;
  /**
   * Stores a capture and counts it. One that was stored there last, or that is asked to come again (RATE_LIMITED), does not count.
   *
   * @throws {Refusal} CAPTURE_LIMIT_REACHED.
   */
  store<Result>(session: string, slot: string, digest: string, store: () => Promise<Result>): Promise<Result>;
}

interface SessionCounts {
  total: number;
  readonly slots: Map<string, { count: number; digest?: string }>;
}

export function createCaptureCounts(limits = captureCountLimits): CaptureCounts {
  const sessions = new Map<string, SessionCounts>();

  function requireFewer(session: string, slot: string, digest: string | undefined): void {
    const counts = sessions.get(session);
    const ofSlot = counts?.slots.get(slot);
    if (digest !== undefined && ofSlot?.digest === digest) return;
    if ((counts?.total ?? 0) < limits.perSession && (ofSlot?.count ?? 0) < limits.perSlot) return;
    throw new Refusal(
      'CAPTURE_LIMIT_REACHED',
      'Too many different files were uploaded. You can still submit what is stored.',
    );
  }

  /** Keeps the session, as the one that was used last. */
  function countsOf(session: string): SessionCounts {
    const counts = sessions.get(session) ?? { total: 0, slots: new Map() };
    sessions.delete(session);
    sessions.set(session, counts);
    const [oldest] = sessions.keys();
    if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
    return counts;
  }

  return {
    admit: requireFewer,
    async store(session, slot, digest, store) {
      requireFewer(session, slot, digest);
      const counts = countsOf(session);
      const ofSlot = counts.slots.get(slot) ?? { count: 0 };
      counts.slots.set(slot, ofSlot);
      const isNew = ofSlot.digest !== digest;
      const count = (by: number) => {
        counts.total += by;
        ofSlot.count += by;
      };
      if (isNew) count(1);
      try {
        const result = await store();
        ofSlot.digest = digest;
        return result;
      } catch (failure) {
        if (isNew && failure instanceof Refusal && failure.code === 'RATE_LIMITED') count(-1);
        throw failure;
      }
    },
  };
}
