import { allocateSlots, countFreeSlots } from '../src/jobs/allocate-slots.ts';
import type { EndpointConcurrency } from '../src/webhooks/delivery/endpoint-concurrency.ts';

/** Events of one endpoint and its behaviour; times in ms. */
export interface Traffic {
  readonly id: string;
  /** Times at which its events are emitted, in order: after the start of the simulation, in multiples of `stepMs`. */
  readonly at: readonly number[];
  /** Time until the endpoint answers 200; `hung`: never. */
  readonly replyMs: number | 'hung';
}

/** One step of simulated time. */
export const stepMs = 10;
/** Time-out of a delivery, in ms. */
const timeoutMs = 15_000;
/** Poll interval of the runner if no event arrives and no attempt ends. */
const pollMs = 500;

interface Waiting {
  readonly lane: string;
  readonly index: number;
  readonly at: number;
}

/**
 * Simulates deliveries with allocated concurrency, as the job runner does, without a database or requests. Failed attempts are
 * not retried, because a retry would come a minute later.
 *
 * @param clock - time in ms, advanced by the simulation.
 * @param total - slots that the endpoints share.
 * @returns how long each event waited for its first attempt, in ms, by the id of the endpoint; `Infinity`: it got none.
 */
export function simulateDeliveries(
  traffic: readonly Traffic[],
  concurrency: EndpointConcurrency,
  clock: { time: number },
  { total, untilMs }: { total: number; untilMs: number },
): Map<string, number[]> {
  const waits = new Map(traffic.map(({ id, at }) => [id, at.map(() => Number.POSITIVE_INFINITY)]));
  const [running, next] = [new Map<string, number>(), new Map<string, number>()];
  const ends = new Map<number, (() => void)[]>();
  const runningOf = (id: string) => running.get(id) ?? 0;
  const start = clock.time;
  let free = total;
  const passed = () => clock.time - start;

  function due(): Waiting[] {
    const claim = { limit: free, laneLimit: concurrency.limitOf, allocator: concurrency.allocate(), running };
    const found: Waiting[] = [];
    for (const { id, at } of traffic) {
      const first = next.get(id) ?? 0;
      if ((at[first] ?? Number.POSITIVE_INFINITY) > passed()) continue;
      const most = first + countFreeSlots(id, claim);
      for (let index = first; index < most && (at[index] ?? Number.POSITIVE_INFINITY) <= passed(); index += 1)
        found.push({ lane: id, index, at: at[index]! });
    }
    return found.sort((a, b) => a.at - b.at);
  }

  function begin({ lane, index, at }: Waiting, { replyMs }: Traffic): void {
    const end = concurrency.begin(lane);
    next.set(lane, index + 1);
    running.set(lane, runningOf(lane) + 1);
    free -= 1;
    waits.get(lane)![index] = passed() - at;
    const isDelivered = replyMs !== 'hung';
    const durationMs = isDelivered ? replyMs : timeoutMs;
    const when = clock.time + Math.max(stepMs, Math.round(durationMs / stepMs) * stepMs);
    const atEnd = () => {
      running.set(lane, runningOf(lane) - 1);
      free += 1;
      end({ isDelivered, durationMs });
    };
    const together = ends.get(when) ?? [];
    together.push(atEnd);
    ends.set(when, together);
  }

  const trafficOf = new Map(traffic.map((one) => [one.id, one]));
  const emissionTimes = new Set(traffic.flatMap(({ at }) => at));
  for (; passed() < untilMs; clock.time += stepMs) {
    const ended = ends.get(clock.time) ?? [];
    for (const end of ended) end();
    ends.delete(clock.time);
    if (ended.length === 0 && !emissionTimes.has(passed()) && passed() % pollMs !== 0) continue;
    const claim = { limit: free, allocator: concurrency.allocate(), running };
    for (const one of allocateSlots(due(), claim)) begin(one, trafficOf.get(one.lane)!);
  }
  return waits;
}
