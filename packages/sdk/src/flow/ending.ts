import type { CompletionTypes, ErrorCodes } from '../events/sdk-events.ts';
import { isLastCheckRunning } from './checked-at-last.ts';
import type { FlowState } from './flow-state.ts';
import { screenOf } from './screen-of.ts';

/** How a flow ends, as reported to the page. */
export type Ending =
  | { readonly kind: 'completed'; readonly status: CompletionTypes }
  | { readonly kind: 'error'; readonly code: ErrorCodes }
  | { readonly kind: 'cancelled' };

/**
 * Returns the ending that the flow has reached; null while it runs. A general problem is an ending only once dismissed (section
 * 7.3 of the API: code 1).
 */
export function endingOf({ stage }: FlowState): Ending | null {
  if (stage.kind === 'result') return { kind: 'completed', status: stage.result };
  if (stage.kind === 'problem' && stage.problem.kind !== 'general') {
    return { kind: 'error', code: stage.problem.code };
  }
  return null;
}

/** Returns the ending that results if the user leaves now. */
export function endingByLeaving(state: FlowState): Ending {
  const reached = endingOf(state);
  if (reached) return reached;
  const { stage } = state;
  if (stage.kind === 'problem') return { kind: 'error', code: stage.problem.code };
  // The checks continue without the user, so nothing is cancelled and the result follows.
  if (isLastCheckRunning(state.service)) return { kind: 'completed', status: 'pending' };
  // Without a camera and any alternative, including a phone, the user could not have continued.
  const screen = screenOf(state);
  if (screen.kind === 'camera-problem' && !screen.fileAllowed && state.service.handOff !== 'possible') {
    return { kind: 'error', code: 'error_code_1' };
  }
  return { kind: 'cancelled' };
}

/** Returns whether leaving now must be confirmed, because something would be lost. */
export function losesByLeaving(state: FlowState): boolean {
  const { stage, service } = state;
  if (stage.kind === 'processing') return !isLastCheckRunning(service);
  return state.engaged && !/^(result|problem)$/.test(stage.kind);
}
