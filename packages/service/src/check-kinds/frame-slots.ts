import { type CaptureSlot, type SelfiePose, selfieFrameSlots } from '@vendor/contract';

/** Slot for the video of a selfie. */
export const videoSlot = 'selfie-video' satisfies CaptureSlot;

/** Lists the slots for the key frames of a selfie, one for each pose. */
export function frameSlots({ poses }: { readonly poses: readonly SelfiePose[] }): readonly CaptureSlot[] {
  return selfieFrameSlots.slice(0, poses.length);
}
