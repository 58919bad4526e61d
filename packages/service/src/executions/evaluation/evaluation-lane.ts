import type { CheckType } from '@vendor/contract';
import { captureKindOfType } from '../../check-kinds/registry.ts';
import type { SlotAllocator } from '../../jobs/job.ts';

/** Kinds of checks with their own processes, so that a letter that takes seconds to read does not delay documents. */
const kinds = ['checks', 'faces', 'letters'] as const;
type EvaluationKind = (typeof kinds)[number];

/** Returns the lane of a check's jobs. Each account has its own lane for each kind, so that accounts take turns. */
export function laneOf(checkType: CheckType, accountId: string): string {
  return `${captureKindOfType(checkType)?.lane ?? 'checks'} ${accountId}`;
}

/** Returns the kind of a lane. Lanes of jobs stored by version 0.2.0 and before have no account. */
function kindOfLane(lane: string): EvaluationKind {
  const [name] = lane.split(' ');
  return kinds.find((kind) => kind === name) ?? 'checks';
}

/** Number of lanes whose last turn is remembered. */
const maxTurns = 10_000;

/** Distributes the concurrency of `evaluate` jobs among kinds of checks, and within a kind among accounts. */
export interface EvaluationConcurrency {
  readonly concurrency: number;
  laneLimit(lane: string): number;
  allocate(running: ReadonlyMap<string, number>): SlotAllocator;
}

/** How many checks of each kind run at a time. */
export type EvaluationLimits = Readonly<Record<EvaluationKind, number>>;

export function createEvaluationConcurrency(limits: EvaluationLimits): EvaluationConcurrency {
  const laneLimit = (lane: string) => limits[kindOfLane(lane)];
  /** Time of the last turn of each lane, oldest first. */
  const turns = new Map<string, number>();
  let turn = 0;
  return {
    concurrency: kinds.reduce((sum, kind) => sum + laneLimit(kind), 0),
    laneLimit,
    allocate(running) {
      const runningOf = (kind: string) =>
        [...running].reduce((sum, [lane, count]) => sum + (kindOfLane(lane) === kind ? count : 0), 0);
      return {
        mustLeave: (lane) => (runningOf(kindOfLane(lane)) < laneLimit(lane) ? 0 : Number.POSITIVE_INFINITY),
        take(lane) {
          turn += 1;
          turns.delete(lane);
          turns.set(lane, turn);
          if (turns.size > maxTurns) turns.delete(turns.keys().next().value!);
        },
        /**
         * Returns the lane with the fewest running jobs, then the one whose last turn is longest ago, then the one that has
         * been due the longest.
         */
        next(lanes) {
          const rank = (lane: string) => [running.get(lane) ?? 0, turns.get(lane) ?? 0] as const;
          return lanes.reduce<string | undefined>((best, lane) => {
            if (best === undefined) return lane;
            const [[runs, last], [bestRuns, bestLast]] = [rank(lane), rank(best)];
            return runs < bestRuns || (runs === bestRuns && last < bestLast) ? lane : best;
          }, undefined);
        },
      };
    },
  };
}
