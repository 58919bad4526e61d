import { type CaptureSlot, evidenceSlots, selfieFrameSlots } from '@vendor/contract';
import { refuseParameter } from '../refusal.ts';
import type { CaptureNode } from '../workflows/node.ts';
import type { Walk } from '../workflows/walk.ts';
import type { StepAttempt } from './awaited-step.ts';
import type { StoredCaptureRow } from './stored-execution.ts';

/** Slot for the video of a selfie. */
export const videoSlot = 'selfie-video' satisfies CaptureSlot;

/** Lists the slots for the key frames of a selfie, one for each pose. */
export function frameSlots({ poses }: Pick<Walk, 'poses'>): readonly CaptureSlot[] {
  return selfieFrameSlots.slice(0, poses.length);
}

/**
 * Key frames come one after the other, as they are taken: when each arrives tells how fast the user moved.
 *
 * @param stored - what is stored of the attempt.
 * @throws {Refusal} STEP_NOT_AWAITED for a slot that the step has not, or not yet.
 */
export function requireSlot(
  node: CaptureNode,
  walk: Walk,
  slot: CaptureSlot,
  stored: readonly StoredCaptureRow[],
): void {
  if (node.kind !== 'selfie') {
    const refusal =
      node.kind === 'document' ? 'is a side that no document of this step has' : 'is none of this step';
    if (!slotsOfNode(node).includes(slot)) throw refuseParameter('STEP_NOT_AWAITED', 'slot', refusal);
    return;
  }
  // A film beside the frames; it can be left out.
  if (slot === videoSlot) return;
  const slots = frameSlots(walk);
  const place = slots.indexOf(slot);
  if (place === -1) throw refuseParameter('STEP_NOT_AWAITED', 'slot', 'is none of this step');
  const before = slots.slice(0, place).find((earlier) => !stored.some((capture) => capture.slot === earlier));
  if (before) throw refuseParameter('STEP_NOT_AWAITED', 'slot', `comes after ${before}, which is not stored`);
}

/** Every slot that a step can fill, whatever the user chooses. */
function slotsOfNode(node: Exclude<CaptureNode, { kind: 'selfie' }>): readonly CaptureSlot[] {
  switch (node.kind) {
    case 'document':
      return node.accepts.flatMap((document) => document.sides);
    case 'address':
      return ['address'];
    case 'card':
      return node.sides.map((side) => `card-${side}` as const);
    case 'evidence':
      return evidenceSlots.slice(0, node.maxFiles);
  }
}

/** Medium that a capture may be. `file`: a picture or a PDF. */
export type CaptureMedium = 'image' | 'pdf' | 'file' | 'video';

/** Tells which medium the capture of a slot of a step may be. */
export function mediumOf(node: CaptureNode, slot: CaptureSlot): CaptureMedium {
  if (slot === videoSlot) return 'video';
  if (node.kind === 'address') return 'file';
  if (node.kind !== 'evidence') return 'image';
  const [first, ...more] = [...new Set(node.accepts)];
  return more.length > 0 || first === undefined ? 'file' : first;
}

/** Whether a slot holds what is looked at page by page. */
export function takesFiles(slot: CaptureSlot): boolean {
  return slot === 'address' || (evidenceSlots as readonly CaptureSlot[]).includes(slot);
}

/**
 * Lists the captures that another picture in a slot makes invalid: later frames were taken after the old picture, and a video
 * beside a replaced frame shows how the old frame was taken.
 */
export function capturesAfter(
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

/** The key frames that a capture was taken after: of a frame those before it, of a film all there are. */
export function framesBefore(
  slot: CaptureSlot,
  stored: readonly StoredCaptureRow[],
): readonly StoredCaptureRow[] {
  const slots: readonly CaptureSlot[] = selfieFrameSlots;
  const earlier = slot === videoSlot ? slots : slots.slice(0, Math.max(0, slots.indexOf(slot)));
  return stored.filter((capture) => earlier.includes(capture.slot));
}

/**
 * Refuses a capture that was taken after a frame that is gone: it belongs to another take, however late it is stored.
 *
 * @param follows - ids of the frames that it was taken after.
 * @param stored - what is stored of the attempt now.
 * @throws {Refusal} STEP_NOT_AWAITED when one of them is gone.
 */
export function requireSameTake(follows: readonly string[], stored: readonly StoredCaptureRow[]): void {
  if (follows.every((id) => stored.some((capture) => capture.id === id))) return;
  throw refuseParameter('STEP_NOT_AWAITED', 'slot', 'comes after a frame that was replaced meanwhile');
}

/** Picks the captures of one attempt from those of an execution. */
export function capturesOfAttempt(
  captures: readonly StoredCaptureRow[],
  { stepId, attempt }: StepAttempt,
): StoredCaptureRow[] {
  return captures.filter((capture) => capture.nodeId === stepId && capture.attempt === attempt);
}
