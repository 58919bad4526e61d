import type { LaneDeal } from '../jobs/job.ts';
import { type AttemptEnd, createEndpointPace, type EndpointPace } from './endpoint-pace.ts';

/** How many deliveries each endpoint may have under way at a time. */
export interface EndpointPlaces {
  limitOf(endpointId: string): number;
  /** An attempt begins. @returns what to call once it has ended; null: no request was made. */
  begin(endpointId: string): (end: AttemptEnd | null) => void;
  /** Deals out the places that are free now. */
  deal(): LaneDeal;
}

/**
 * An endpoint begins with one place and earns one more with every delivery up to sixteen; a failure takes it back to one. What
 * is earned may hang all the same, which is known a second later. So the places beyond the first of an endpoint, half of all, are
 * dealt out with care:
 *
 * - An endpoint is prompt while what it took arrived within a second, and not all of it waits: nothing under way has waited for
 *   longer, or something arrived a second ago at most. One that has stopped being so takes no more.
 * - All prompt ones together have half of what the others leave of that half. So those that turn out to hang, however many do at
 *   once, leave as much again to who is prompt; and when those hang, half of the rest.
 * - Each may have the fewer more, the fewer of these are free: one that comes late finds some.
 * - A place that came back promptly stays its endpoint's own for a second: no other takes it while there is more to send.
 * - Those that do take deliveries, but slowly, share an eighth of all.
 *
 * The other half is for endpoints with nothing under way. One that is known to fail or to be slow leaves a quarter of all free
 * then, and one of which nothing is known an eighth.
 *
 * Kept in memory: after a restart every endpoint begins anew.
 *
 * @param total - places of all endpoints together.
 */
export function createEndpointPlaces(total: number, now: () => number): EndpointPlaces {
  const paces = new Map<string, EndpointPace>();
  /** Those that have something under way, or had a moment ago: few, where all that were ever seen may be many. */
  const active = new Set<EndpointPace>();
  /** What one more place must leave of those that are dealt out, for each that the endpoint has of them. */
  const share = total / 128;
  const paceOf = (endpointId: string) => {
    const pace = paces.get(endpointId) ?? createEndpointPace();
    paces.set(endpointId, pace);
    return pace;
  };

  /** @returns how many places beyond the first the prompt and the others have. */
  function count(at: number) {
    const taken = { prompt: 0, others: 0 };
    for (const pace of active) {
      const places = pace.places(at);
      if (places === 0) active.delete(pace);
      else taken[pace.isPrompt(at) ? 'prompt' : 'others'] += places - 1;
    }
    return taken;
  }

  return {
    limitOf: (endpointId) => paces.get(endpointId)?.limit ?? 1,
    begin(endpointId) {
      const pace = paceOf(endpointId);
      active.add(pace);
      const end = pace.begin(now());
      return (ended) => end(ended, now());
    },
    deal() {
      const at = now();
      const taken = count(at);
      const mustLeave = (endpointId: string, underWay: number) => {
        const pace = paceOf(endpointId);
        if (underWay === 0) return total * firstLeaves[pace.known];
        if (pace.isPrompt(at)) {
          if (underWay < pace.places(at)) return 0;
          const most = (total / 2 - taken.others) / 2;
          return taken.prompt + (underWay - 1) * share < most ? total / 8 : Number.POSITIVE_INFINITY;
        }
        const hasRoom = taken.others + (underWay - 1) * share < total / 8;
        return pace.known === 'slow' && hasRoom ? total / 8 : Number.POSITIVE_INFINITY;
      };
      return {
        mustLeave,
        take(endpointId, underWay) {
          const pace = paceOf(endpointId);
          if (underWay === 0) return;
          if (!pace.isPrompt(at)) taken.others += 1;
          else if (underWay >= pace.places(at)) taken.prompt += 1;
        },
      };
    },
  };
}

/** What part of all places must stay free when an endpoint with nothing under way takes one. */
const firstLeaves = { prompt: 0, nothing: 1 / 8, slow: 1 / 4, failing: 1 / 4 } as const;
