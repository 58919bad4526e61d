import type { JobClaim } from './job.ts';

type SlotClaim = Pick<JobClaim, 'limit' | 'laneLimit' | 'allocator' | 'running' | 'runningElsewhere'>;

/** Returns the number of free slots of a lane; 0 if it must leave the free slots to other lanes. */
export function countFreeSlots(
  lane: string,
  { limit, laneLimit, allocator, running, runningElsewhere }: SlotClaim,
): number {
  const count = running.get(lane) ?? 0;
  if (limit <= (allocator?.mustLeave(lane, count) ?? 0)) return 0;
  return Math.min(laneLimit(lane) - count - (runningElsewhere?.get(lane) ?? 0), limit);
}

/** Selects due jobs for the free slots, in order. Skips a job whose lane must leave the last slots free. */
export function allocateSlots<Due extends { readonly lane: string | null }>(
  due: readonly Due[],
  { limit, running, allocator }: Pick<SlotClaim, 'limit' | 'running' | 'allocator'>,
): Due[] {
  const counts = new Map(running);
  const taken: Due[] = [];
  for (const job of due) {
    const free = limit - taken.length;
    if (free === 0) break;
    if (job.lane !== null) {
      const count = counts.get(job.lane) ?? 0;
      if (free <= (allocator?.mustLeave(job.lane, count) ?? 0)) continue;
      allocator?.take(job.lane, count);
      counts.set(job.lane, count + 1);
    }
    taken.push(job);
  }
  return taken;
}
