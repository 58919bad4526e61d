import type { AdminCapture, AdminExecution } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { run } from '../../texts/en/run.ts';
import { kinds, slots } from '../../texts/en/statuses.ts';

/** One picture or file with its step and attempt. */
export interface Exhibit {
  readonly capture: AdminCapture;
  readonly stepId: string;
  readonly step: string;
  readonly attempt: number;
  readonly attempts: number;
  readonly isJudged: boolean;
  readonly isSubmitted: boolean;
  readonly name: string;
}

/** Returns all evidence of a run by step, first the attempt that was judged, then the earlier ones. */
export function listEvidence({ evidence }: Pick<AdminExecution, 'evidence'>): readonly Exhibit[] {
  return evidence.flatMap(({ nodeId, kind, attempts }) =>
    attempts
      .toSorted((one, other) => Number(other.isJudged) - Number(one.isJudged) || other.attempt - one.attempt)
      .flatMap(({ attempt, isJudged, submittedAt, captures }) =>
        captures.map((capture) => ({
          capture,
          stepId: nodeId,
          step: kinds[kind] ?? wordsOfName(kind),
          attempt,
          attempts: attempts.length,
          isJudged,
          isSubmitted: submittedAt !== null,
          name: nameOf(capture),
        })),
      ),
  );
}

function nameOf({ slot, pose }: AdminCapture): string {
  if (pose) return wordsOfName(pose);
  const [, kind, number = ''] = /^(selfie|evidence)-(\d)$/.exec(slot) ?? [];
  if (kind === 'selfie') return run.evidence.frame(number);
  if (kind === 'evidence') return run.evidence.file(number);
  return slots[slot] ?? wordsOfName(slot);
}

/** Returns the front of the document and the first picture of the selfie, to show side by side; null if either is missing. */
export function portraitAndSelfie(exhibits: readonly Exhibit[]): readonly [Exhibit, Exhibit] | null {
  const find = (slot: string) =>
    exhibits.find(({ capture }) => capture.slot === slot && capture.kind === 'image' && capture.url !== null);
  const front = find('front');
  const selfie = find('selfie-1');
  return front && selfie ? [front, selfie] : null;
}
