import type { JobClaim } from './job.ts';

type Places = Pick<JobClaim, 'limit' | 'laneLimit' | 'deal' | 'running' | 'runningElsewhere'>;

/** Returns the free places of a lane; none while it must leave the free ones to others. */
export function placesOf(
  lane: string,
  { limit, laneLimit, deal, running, runningElsewhere }: Places,
): number {
  const count = running.get(lane) ?? 0;
  if (limit <= (deal?.mustLeave(lane, count) ?? 0)) return 0;
  return Math.min(laneLimit(lane) - count - (runningElsewhere?.get(lane) ?? 0), limit);
}

/** Selects due jobs for the free places, in order. A job whose lane must leave the last places free waits. */
export function sharePlaces<Due extends { readonly lane: string | null }>(
  due: readonly Due[],
  { limit, running, deal }: Pick<Places, 'limit' | 'running' | 'deal'>,
): Due[] {
  const counts = new Map(running);
  const taken: Due[] = [];
  for (const job of due) {
    const free = limit - taken.length;
    if (free === 0) break;
    if (job.lane !== null) {
      const count = counts.get(job.lane) ?? 0;
      if (free <= (deal?.mustLeave(job.lane, count) ?? 0)) continue;
      deal?.take(job.lane, count);
      counts.set(job.lane, count + 1);
    }
    taken.push(job);
  }
  return taken;
}
