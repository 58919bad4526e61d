import type { CaptureSlot } from '@vendor/contract';
import { endingOf } from '../flow/ending.ts';
import type { FlowState } from '../flow/flow-state.ts';

/** Returns the side or slot of a stage; null if it has none. */
export function sideOf({ stage }: FlowState): CaptureSlot | null {
  if ('side' in stage) return stage.side;
  return 'slot' in stage ? stage.slot : null;
}

/** Returns the object URL of the displayed picture; empty if there is none. */
export function imageUrlOf({ stage }: FlowState): string {
  return 'imageUrl' in stage ? stage.imageUrl : '';
}

/** Returns whether the flow awaits the user. */
export function waitsForUser(flow: FlowState): boolean {
  return flow.service.awaiting === 'user' && !endingOf(flow);
}

/** Returns whether a stage shows a live picture. */
export function isAtCamera(stage: FlowState['stage']): boolean {
  return stage.kind.endsWith('camera');
}
