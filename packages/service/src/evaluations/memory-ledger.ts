/** Memory that decoder processes share: the sum of what all of them may use stays within it. */
export interface MemoryLedger {
  /**
   * Reserves memory for a process. Ends idle processes of others when there is not enough; when they do not suffice, the
   * process is remembered and those before it come first.
   *
   * @param onRoom - called when it is worth asking again.
   * @returns whether it is reserved.
   */
  take(mb: number, onRoom: () => void): boolean;
  /** Reserves memory only if it is free and nobody waits for it. @returns whether it is reserved. */
  takeSpare(mb: number): boolean;
  /** Waits for room no longer. */
  forget(onRoom: () => void): void;
  /** Gives back what a process had. */
  give(mb: number): void;
  /** Whether somebody waits for room: an idle process should end. */
  readonly isWanted: boolean;
  /** Registers how to end an idle process. @returns how to take that back. */
  offer(end: () => void): () => void;
}

export function createMemoryLedger(totalMb: number): MemoryLedger {
  let free = totalMb;
  const waiting = new Map<() => void, number>();
  const idle = new Set<() => void>();

  return {
    take(mb, onRoom) {
      // One that is larger than all there is gets all of it, once nobody else has any.
      const needed = Math.min(mb, totalMb);
      const [first] = waiting.keys();
      if (first !== undefined && first !== onRoom) {
        waiting.set(onRoom, needed);
        return false;
      }
      for (const end of idle) {
        if (free >= needed) break;
        end();
      }
      if (free < needed) {
        waiting.set(onRoom, needed);
        return false;
      }
      waiting.delete(onRoom);
      free -= needed;
      const [next] = waiting.keys();
      if (next) queueMicrotask(next);
      return true;
    },
    takeSpare(mb) {
      if (waiting.size > 0 || free < mb) return false;
      free -= mb;
      return true;
    },
    forget: (onRoom) => void waiting.delete(onRoom),
    give(mb) {
      free += Math.min(mb, totalMb);
      const [first] = waiting.keys();
      if (first) queueMicrotask(first);
    },
    get isWanted() {
      return waiting.size > 0;
    },
    offer(end) {
      idle.add(end);
      return () => idle.delete(end);
    },
  };
}
