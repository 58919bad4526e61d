import { Refusal } from '../../refusal.ts';

/** Maximum number of different files that may be uploaded. */
export interface CaptureLimits {
  /** For one slot of one attempt. A user who has retaken a picture this often will not succeed by retaking it once more. */
  readonly perSlot: number;
  /** For one session: all slots of all attempts. */
  readonly perSession: number;
}

export const captureCountLimits: CaptureLimits = { perSlot: 30, perSession: 200 };

/**
 * Number of sessions that are remembered. An attacker who starts that many sessions to reset a count could upload just as many
 * files in them.
 */
const maxSessions = 10_000;

/**
 * Limits uploads, because each one costs decoder time: a slot may be filled again, but not endlessly. The counts are held in
 * memory and lost on a restart, which no user can cause.
 */
export interface CaptureCounts {
  /**
   * Checks the limit before the bytes of a capture are read.
   *
   * @param slot - names step, attempt and slot.
   * @param digest - digest named in the request; undefined if absent.
   * @throws {Refusal} CAPTURE_LIMIT_REACHED, unless the file is the one last stored in the slot.
   */
  admit(session: string, slot: string, digest: string | undefined): void;
  /**
   * Stores a capture and counts it. Does not count the file last stored in the slot, or one that the client is asked to send
   * again (RATE_LIMITED).
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

  function requireBelowLimits(session: string, slot: string, digest: string | undefined): void {
    const counts = sessions.get(session);
    const ofSlot = counts?.slots.get(slot);
    if (digest !== undefined && ofSlot?.digest === digest) return;
    if ((counts?.total ?? 0) < limits.perSession && (ofSlot?.count ?? 0) < limits.perSlot) return;
    throw new Refusal(
      'CAPTURE_LIMIT_REACHED',
      'Too many different files were uploaded. You can still submit what is stored.',
    );
  }

  /** Returns the counts of a session and marks it as the most recently used. */
  function countsOf(session: string): SessionCounts {
    const counts = sessions.get(session) ?? { total: 0, slots: new Map() };
    sessions.delete(session);
    sessions.set(session, counts);
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    return counts;
  }

  return {
    admit: requireBelowLimits,
    async store(session, slot, digest, store) {
      requireBelowLimits(session, slot, digest);
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
