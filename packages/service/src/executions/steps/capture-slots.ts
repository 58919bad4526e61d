import { type CaptureSlot, evidenceSlots, selfieFrameSlots } from '@vendor/contract';
import { videoSlot } from '../../check-kinds/frame-slots.ts';
import { kindOf } from '../../check-kinds/registry.ts';
import { refuseParameter } from '../../refusal.ts';
import type { CaptureNode } from '../../workflows/node.ts';
import type { Walk } from '../../workflows/walk.ts';
import type { StoredCaptureRow } from '../stored-execution.ts';
import type { StepAttempt } from './awaited-step.ts';

export type { CaptureMedium } from '../../check-kinds/check-kind.ts';

/**
 * Refuses a slot that the step does not have, or does not accept yet. @param stored - captures of the attempt. @throws
 * {Refusal} STEP_NOT_AWAITED.
 */
export function requireSlot(
  node: CaptureNode,
  walk: Walk,
  slot: CaptureSlot,
  stored: readonly StoredCaptureRow[],
): void {
  const fault = kindOf(node).slotFault(node, walk, slot, stored);
  if (fault !== null) throw refuseParameter('STEP_NOT_AWAITED', 'slot', fault);
}

/** Returns whether a slot accepts files, which are examined page by page. */
export function takesFiles(slot: CaptureSlot): boolean {
  return slot === 'address' || (evidenceSlots as readonly CaptureSlot[]).includes(slot);
}

/**
 * Lists the captures that a new picture in a slot makes invalid: later frames, and the video if a frame is replaced, because it
 * shows how the old frame was taken.
 */
export function invalidatedCaptures(
  slot: CaptureSlot,
  stored: readonly StoredCaptureRow[],
): readonly StoredCaptureRow[] {
  const slots: readonly CaptureSlot[] = selfieFrameSlots;
  const place = slots.indexOf(slot);
  if (place === -1) return [];
  const isReplaced = stored.some((capture) => capture.slot === slot);
  return stored.filter(
    (capture) => slots.indexOf(capture.slot) > place || (isReplaced && capture.slot === videoSlot),
  );
}

/** Lists the key frames that precede a capture: for a frame the earlier ones, for a video all of them. */
export function precedingFrames(
  slot: CaptureSlot,
  stored: readonly StoredCaptureRow[],
): readonly StoredCaptureRow[] {
  const slots: readonly CaptureSlot[] = selfieFrameSlots;
  const earlier = slot === videoSlot ? slots : slots.slice(0, Math.max(0, slots.indexOf(slot)));
  return stored.filter((capture) => earlier.includes(capture.slot));
}

/**
 * Refuses a capture that follows a frame that was replaced: it belongs to another take, regardless of when it is stored.
 *
 * @param follows - ids of the frames that precede it.
 * @param stored - captures of the attempt that are stored now.
 * @throws {Refusal} STEP_NOT_AWAITED if one of the frames is no longer stored.
 */
export function requireSameTake(follows: readonly string[], stored: readonly StoredCaptureRow[]): void {
  if (follows.every((id) => stored.some((capture) => capture.id === id))) return;
  throw refuseParameter('STEP_NOT_AWAITED', 'slot', 'follows a frame that was replaced in the meantime');
}

/** Picks the captures of one attempt from those of an execution. */
export function capturesOfAttempt(
  captures: readonly StoredCaptureRow[],
  { stepId, attempt }: StepAttempt,
): StoredCaptureRow[] {
  return captures.filter((capture) => capture.nodeId === stepId && capture.attempt === attempt);
}
