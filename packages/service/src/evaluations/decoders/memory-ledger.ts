/** Divides memory among decoder processes: the sum of their limits stays within it. */
export interface MemoryLedger {
  /**
   * Reserves memory for a process. Ends idle processes of other pools if necessary; if that is not enough, queues the request.
   * A smaller request may overtake the first one in the queue a few times, so that neither of them waits forever.
   *
   * @param onRoom - called when the caller should ask again.
   * @returns whether the memory is reserved.
   */
  take(mb: number, onRoom: () => void): boolean;
  /** Reserves memory only if it is free and no request is queued. @returns whether it is reserved. */
  takeSpare(mb: number): boolean;
  /** Removes a request from the queue. */
  forget(onRoom: () => void): void;
  /** Releases the memory of a process. */
  give(mb: number): void;
  /** Returns whether other pools wait for memory, so that an idle process should end. */
  isWanted(onRoom: () => void): boolean;
  /** Registers a function that ends an idle process. @returns a function that removes it again. */
  offer(end: () => void): () => void;
}

/** Number of smaller requests that may overtake the first one in the queue. */
const maxOvertakes = 3;

/** @param totalMb - above 0. */
export function createMemoryLedger(totalMb: number): MemoryLedger {
  let free = totalMb;
  let overtakes = 0;
  const waiting = new Map<() => void, number>();
  const idle = new Set<() => void>();

  /** Makes all queued requests ask again in order: a smaller one may fit where the first does not. */
  function wake(): void {
    for (const onRoom of waiting.keys()) queueMicrotask(onRoom);
  }

  return {
    take(mb, onRoom) {
      // A request for more than the total gets all of it once nothing else is reserved.
      const needed = Math.min(mb, totalMb);
      const [[first, firstNeeds] = [onRoom, needed]] = waiting;
      const isFirst = first === onRoom;
      const mayTake = isFirst || (overtakes < maxOvertakes && free < firstNeeds);
      for (const end of idle) {
        if (free >= needed || !mayTake) break;
        end();
      }
      if (free < needed || !mayTake) {
        if (!waiting.has(onRoom)) waiting.set(onRoom, needed);
        return false;
      }
      overtakes = isFirst ? 0 : overtakes + 1;
      waiting.delete(onRoom);
      free -= needed;
      wake();
      return true;
    },
    takeSpare(mb) {
      if (waiting.size > 0 || free < mb) return false;
      free -= mb;
      return true;
    },
    forget(onRoom) {
      const [first] = waiting.keys();
      if (!waiting.delete(onRoom) || first !== onRoom) return;
      overtakes = 0;
      wake();
    },
    give(mb) {
      free += Math.min(mb, totalMb);
      wake();
    },
    isWanted: (onRoom) => waiting.size > (waiting.has(onRoom) ? 1 : 0),
    offer(end) {
      idle.add(end);
      return () => idle.delete(end);
    },
  };
}
