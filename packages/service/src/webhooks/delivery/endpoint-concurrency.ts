import type { ElapsedMs } from '../../clock.ts';
import type { LaneDeal } from '../../jobs/job.ts';
import { type AttemptEnd, createEndpointPace, type EndpointPace } from './endpoint-pace.ts';

/** How many deliveries each endpoint may have under way at a time. */
export interface EndpointConcurrency {
  limitOf(endpointId: string): number;
  /** An attempt begins. @returns what to call once it has ended; null: no request was made. */
  begin(endpointId: string): (end: AttemptEnd | null) => void;
  /** Deals out the places that are free now. */
  deal(): LaneDeal;
}

/**
 * An endpoint begins with one place and earns one more with every delivery up to sixteen; a failure takes it back to one. What
 * is earned may hang all the same, which is known a second later. So places beyond the first of an endpoint are dealt out with
 * care, each kind apart from the others:
 *
 * - An endpoint is prompt while what it took arrived within a second, and not all of it waits: nothing under way has waited for
 *   longer, or something arrived a second ago at most. All prompt ones together have half of what the others leave. So those that
 *   turn out to hang, however many do at once, leave as much again to who is prompt; and when those hang, half of the rest.
 * - A place that came back promptly stays its endpoint's own for a second: no other takes it while there is more to send.
 * - Slow ones, which take deliveries but not within a second, and stalled ones, which were prompt, have three quarters together.
 *   A slow one may have as many as are left of those: the more there are, the more equal are their parts, and one that comes
 *   late finds as many as each of the others has.
 * - A stalled one may hang as well as have become slow. It may have a small part of what is left, so that those that hang leave
 *   most to those that are only slow; its first late answer makes it one of these.
 *
 * An endpoint with nothing under way finds a place while there is one at all, if it was prompt; the less it is known to deliver,
 * the more it leaves to those that do.
 *
 * A cap for each endpoint and two pools, half for prompt ones and half for the rest, are not enough: prompt receivers waited beside
 * 200 that hang or are slow, and 28 of the 45 tests failed.
 *
 * Kept in memory: after a restart every endpoint begins anew.
 *
 * @param total - places of all endpoints together.
 * @param now - how many milliseconds have gone by.
 */
export function createEndpointConcurrency(total: number, now: ElapsedMs): EndpointConcurrency {
  const paces = new Map<string, EndpointPace>();
  /** Endpoints with requests in progress or recently: few, even if many were ever seen. */
  const active = new Set<EndpointPace>();
  const paceOf = (endpointId: string) => {
    const pace = paces.get(endpointId) ?? createEndpointPace();
    paces.set(endpointId, pace);
    return pace;
  };

  /** @returns how many endpoints have a place, and how many places beyond the first the prompt and the others have. */
  function count(at: number): Taken {
    const taken = { firsts: 0, prompt: 0, others: 0 };
    for (const pace of active) {
      const places = pace.places(at);
      if (places === 0) {
        active.delete(pace);
        continue;
      }
      taken.firsts += 1;
      taken[pace.isPrompt(at) ? 'prompt' : 'others'] += places - 1;
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
      return {
        mustLeave(endpointId, underWay) {
          const pace = paceOf(endpointId);
          if (underWay === 0) return total * leaves.first[pace.known];
          if (pace.isPrompt(at)) {
            if (underWay < pace.places(at)) return 0;
            return hasPromptRoom(total, taken, underWay) ? total * leaves.prompt : Number.POSITIVE_INFINITY;
          }
          const kind = pace.known === 'slow' ? 'slow' : 'stalled';
          return hasOtherRoom(total, taken, underWay, kind) ? total * leaves[kind] : Number.POSITIVE_INFINITY;
        },
        take(endpointId, underWay) {
          const pace = paceOf(endpointId);
          if (underWay === 0) taken.firsts += pace.places(at) === 0 ? 1 : 0;
          else if (!pace.isPrompt(at)) taken.others += 1;
          else if (underWay >= pace.places(at)) taken.prompt += 1;
        },
      };
    },
  };
}

interface Taken {
  firsts: number;
  prompt: number;
  others: number;
}

/** Share of all places that must stay free when an endpoint takes its first, and when it takes another. */
const leaves = {
  first: { prompt: 0, slow: 1 / 32, nothing: 1 / 16, failing: 1 / 8 },
  prompt: 1 / 16,
  slow: 1 / 8,
  stalled: 1 / 4,
} as const;

/** Each may have the fewer more, the fewer are free: one that comes late finds some. */
function hasPromptRoom(total: number, { firsts, prompt, others }: Taken, underWay: number): boolean {
  const left = total * (1 - leaves.prompt) - firsts - others;
  return prompt + ((underWay - 1) * total) / 256 < left / 2;
}

function hasOtherRoom(total: number, { others }: Taken, underWay: number, kind: 'slow' | 'stalled'): boolean {
  const left = (total * 3) / 4 - others;
  return (underWay - 1) * (kind === 'slow' ? 1 : 128) < left;
}
