import type { TaskOf } from '@vendor/checks';
import { type CaptureSlot, selfieFrameSlots } from '@vendor/contract';
import type { StoredCaptureRow, StoredExecution } from '../../executions/stored-execution.ts';
import { digestOfFrame } from './mark-frames.ts';

/** Attempt that repeats a key frame of an earlier attempt: the current one, or one before it; null if none does. */
export type ShownAgain = 'now' | 'before' | null;

/**
 * Finds the attempt of the execution in which a key frame repeats one of an earlier attempt. Every sequence has straight, left
 * and right, so a failed attempt would supply pictures for the next. Camera noise makes every picture unique, even of a still
 * head. Compares the stored pictures, so that metadata has no influence. Skips test executions, which may repeat pictures.
 *
 * @param sealed - submitted captures of the execution, including the current attempt.
 * @param fileOf - reads the stored picture of a frame.
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
  const currentAttempt = attemptOf({ nodeId: walk.at, attempt: walk.attempt });
  /** First attempt of each picture. */
  const earlier = new Map<string, string>();
  let wasBefore = false;
  for (const capture of sealed) {
    const attempt = attemptOf(capture);
    if (attempt === currentAttempt || !isFrame(capture.slot)) continue;
    const file = await fileOf(capture);
    // Uploads that were not pictures are stored as empty files, which would all count as equal.
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
