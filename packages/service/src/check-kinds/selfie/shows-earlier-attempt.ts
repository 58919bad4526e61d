import type { TaskOf } from '@vendor/checks';
import { type CaptureSlot, selfieFrameSlots } from '@vendor/contract';
import type { StoredCaptureRow, StoredExecution } from '../../executions/stored-execution.ts';
import { digestOfFrame } from './shows-frame-again.ts';

/** Attempt that repeats a key frame of an earlier one: the current attempt, or one before it; null: none. */
export type ShownAgain = 'now' | 'before' | null;

/**
 * Whether a key frame is one of an earlier attempt of the same execution: each row of poses asks for straight, left and right, so
 * that an attempt which failed by one of them would leave pictures for the next. There is noise in each picture of a camera:
 * nobody who sits there again brings about the same one, be they ever so still. What is compared is the picture as it is kept,
 * so that notes in its file make no other of it. Tests may show the same pictures each time, and are not asked.
 *
 * @param sealed - what was submitted of the execution, the attempt at hand included.
 * @param fileOf - the picture of a frame, as it is kept.
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
