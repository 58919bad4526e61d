import type { CaptureSlot } from '@vendor/contract';
import { endingOf } from '../flow/ending.ts';
import type { FlowState } from '../flow/flow-state.ts';

/** Reads the side or slot that a stage is about; null when it is about none. */
export function sideOf({ stage }: FlowState): CaptureSlot | null {
  if ('side' in stage) return stage.side;
  return 'slot' in stage ? stage.slot : null;
}

/** Returns the object URL of the displayed picture; empty if there is none. */
export function imageUrlOf({ stage }: FlowState): string {
  return 'imageUrl' in stage ? stage.imageUrl : '';
}

/** Whether the next move is the user's. */
export function waitsForUser(flow: FlowState): boolean {
  return flow.service.awaiting === 'user' && !endingOf(flow);
}

/** Whether a stage shows a live picture. */
export function isAtCamera(stage: FlowState['stage']): boolean {
  return stage.kind.endsWith('camera');
}
