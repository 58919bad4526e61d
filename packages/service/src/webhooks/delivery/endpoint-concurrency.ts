import type { ElapsedMs } from '../../clock.ts';
import type { SlotAllocator } from '../../jobs/job.ts';
import { type AttemptEnd, createEndpointPace, type EndpointPace } from './endpoint-pace.ts';

/** Limits the number of concurrent deliveries to each endpoint. */
export interface EndpointConcurrency {
  limitOf(endpointId: string): number;
  /** Records the start of an attempt. @returns a function to call when it has ended, with null if no request was made. */
  begin(endpointId: string): (end: AttemptEnd | null) => void;
  /** Allocates the slots that are free now. */
  allocate(): SlotAllocator;
}

/**
 * Allocates the concurrency of deliveries among endpoints. A *slot* is room for one request at a time. An endpoint starts with
 * one slot and earns another with every delivery, up to sixteen; a failure takes it back to one. Even an endpoint that has
 * earned slots may stop responding, which is only noticed a second later. Therefore the slots beyond the first are allocated
 * cautiously, by kind of endpoint:
 *
 * - An endpoint is *prompt* while its last delivery arrived within a second and it responds: no request in progress has waited
 *   for more than a second, or another one was delivered promptly within the last second. Prompt endpoints together get half of
 *   the slots that first slots and other endpoints leave. So if some of them stop responding, however many at once, as many
 *   slots again are left for the others; and if those stop too, half of the rest.
 * - After a prompt delivery, an endpoint keeps its slots for a second: no other endpoint gets them while there is more to send.
 * - *Slow* endpoints, whose deliveries arrive but not within a second, and *stalled* ones, which were prompt, share three
 *   quarters of all slots. A slow endpoint may have as many slots as are left of these: the more there are, the more equal
 *   their shares, and a late one can get as many as each of the others has.
 * - A *stalled* endpoint may have stopped responding or become slow. It gets only a small part of the remaining slots, so that
 *   unresponsive endpoints leave most to slow ones. Its first late response makes it a slow one.
 *
 * A formerly prompt endpoint without a request in progress gets a slot as long as one is free. The less an endpoint is known
 * to deliver, the more slots it must leave to others.
 *
 * A limit per endpoint with two pools, half for prompt endpoints and half for the rest, is not sufficient: prompt endpoints had
 * to wait beside 200 slow or unresponsive ones.
 *
 * The state is kept in memory: after a restart, every endpoint starts again.
 *
 * @param total - slots of all endpoints together.
 * @param now - monotonic clock in ms.
 */
export function createEndpointConcurrency(total: number, now: ElapsedMs): EndpointConcurrency {
  const paces = new Map<string, EndpointPace>();
  /** Endpoints with requests in progress or recently. These are few, even if many endpoints have been seen. */
  const active = new Set<EndpointPace>();
  const paceOf = (endpointId: string) => {
    const pace = paces.get(endpointId) ?? createEndpointPace();
    paces.set(endpointId, pace);
    return pace;
  };

  /**
   * Counts the endpoints with a slot, and the slots beyond the first of prompt and of other endpoints. @returns these counts.
   */
  function count(at: number): Taken {
    const taken = { firsts: 0, prompt: 0, others: 0 };
    for (const pace of active) {
      const slots = pace.heldSlots(at);
      if (slots === 0) {
        active.delete(pace);
        continue;
      }
      taken.firsts += 1;
      taken[pace.isPrompt(at) ? 'prompt' : 'others'] += slots - 1;
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
    allocate() {
      const at = now();
      const taken = count(at);
      return {
        mustLeave(endpointId, underWay) {
          const pace = paceOf(endpointId);
          if (underWay === 0) return total * freeShares.first[pace.known];
          if (pace.isPrompt(at)) {
            if (underWay < pace.heldSlots(at)) return 0;
            return hasPromptRoom(total, taken, underWay)
              ? total * freeShares.prompt
              : Number.POSITIVE_INFINITY;
          }
          const kind = pace.known === 'slow' ? 'slow' : 'stalled';
          return hasOtherRoom(total, taken, underWay, kind)
            ? total * freeShares[kind]
            : Number.POSITIVE_INFINITY;
        },
        take(endpointId, underWay) {
          const pace = paceOf(endpointId);
          if (underWay === 0) taken.firsts += pace.heldSlots(at) === 0 ? 1 : 0;
          else if (!pace.isPrompt(at)) taken.others += 1;
          else if (underWay >= pace.heldSlots(at)) taken.prompt += 1;
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

/** Share of all slots that must stay free when an endpoint takes its first slot, and when it takes another. */
const freeShares = {
  first: { prompt: 0, slow: 1 / 32, nothing: 1 / 16, failing: 1 / 8 },
  prompt: 1 / 16,
  slow: 1 / 8,
  stalled: 1 / 4,
} as const;

/**
 * Returns whether a prompt endpoint may take another slot. The fewer slots are free, the fewer each may have, so that a late
 * one still finds some.
 */
function hasPromptRoom(total: number, { firsts, prompt, others }: Taken, underWay: number): boolean {
  const left = total * (1 - freeShares.prompt) - firsts - others;
  return prompt + ((underWay - 1) * total) / 256 < left / 2;
}

function hasOtherRoom(total: number, { others }: Taken, underWay: number, kind: 'slow' | 'stalled'): boolean {
  const left = (total * 3) / 4 - others;
  return (underWay - 1) * (kind === 'slow' ? 1 : 128) < left;
}
