import type { TaskOf } from '@vendor/checks';
import { type CaptureSlot, selfieFrameSlots } from '@vendor/contract';
import type { StoredCaptureRow, StoredExecution } from '../../executions/stored-execution.ts';
import { digestOfFrame } from './shows-frame-again.ts';

/** Attempt that repeats a key frame of an earlier one: the current attempt, or one before it; null: none. */
export type ShownAgain = 'now' | 'before' | null;

/**
 * Tells whether a key frame repeats one of an earlier attempt of the execution. Every sequence has straight, left and right, so a
 * failed attempt would supply pictures for the next. Camera noise makes every picture unique, even of a still head. Compares
 * stored pictures, so that metadata does not matter. Test executions may repeat pictures and are skipped.
 *
 * @param sealed - submitted captures of the execution, including the current attempt.
 * @param fileOf - the stored picture of a frame.
 */
export async function showsEarlierAttempt(
  { mode, walk }: Pick<StoredExecution, 'mode' | 'walk'>,
  sealed: readonly StoredCaptureRow[],
  frames: TaskOf<'selfie'>['frames'],
  fileOf: (capture: StoredCaptureRow) => Promise<Uint8Array>,
): Promise<ShownAgain> {
  if (mode === 'test') return null;
  const attemptOf = ({ nodeId, attempt }: Pick<StoredCaptureRow, 'nodeId' | 'attempt'>) =>
    `${nodeId}/${attempt}`;
  const atHand = attemptOf({ nodeId: walk.at, attempt: walk.attempt });
  /** The attempt that each picture came with first. */
  const earlier = new Map<string, string>();
  let wasBefore = false;
  for (const capture of sealed) {
    const attempt = attemptOf(capture);
    if (attempt === atHand || !isFrame(capture.slot)) continue;
    const file = await fileOf(capture);
    // Stored files that were no pictures are empty, and would all count as equal.
    if (file.byteLength === 0) continue;
    const digest = digestOfFrame(file);
    const first = earlier.get(digest) ?? attempt;
    earlier.set(digest, first);
    wasBefore ||= first !== attempt;
  }
  if (frames.some(({ file }) => earlier.has(digestOfFrame(file)))) return 'now';
  return wasBefore ? 'before' : null;
}

function isFrame(slot: CaptureSlot): boolean {
  return (selfieFrameSlots as readonly CaptureSlot[]).includes(slot);
}
