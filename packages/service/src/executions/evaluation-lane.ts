import type { CheckType } from '@vendor/contract';

/** What of the checks runs in threads of its own: a letter that takes seconds to read holds up no document. */
const lanes = ['checks', 'faces', 'letters'] as const;
type EvaluationLane = (typeof lanes)[number];

/** The lane of a check's jobs. */
export function laneOf(checkType: CheckType): EvaluationLane {
  switch (checkType) {
    case 'SELFIE_CHECK':
      return 'faces';
    case 'POA_CHECK':
    case 'EVIDENCE_COLLECTION':
      return 'letters';
    default:
      return 'checks';
  }
}

/** How many of each lane run at a time, and of all together. There is one thread for faces, and one for letters. */
export function evaluationLimits(checks: number) {
  const laneLimit = (lane: string) => (lane === 'checks' ? checks : 1);
  return { concurrency: lanes.reduce((sum, lane) => sum + laneLimit(lane), 0), laneLimit };
}
