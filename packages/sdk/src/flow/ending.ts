import type { CompletionTypes, ErrorCodes } from '../events/sdk-events.ts';
import { isCheckedAtLast } from './checked-at-last.ts';
import type { FlowState } from './flow-state.ts';
import { screenOf } from './screen-of.ts';

/** How a flow ends, as the page is told. */
export type Ending =
  | { readonly kind: 'completed'; readonly status: CompletionTypes }
  | { readonly kind: 'error'; readonly code: ErrorCodes }
  | { readonly kind: 'cancelled' };

/**
 * Returns the ending that the flow has reached; null while it runs. The general error screen ends nothing before it is dismissed
 * (section 7.3 of the API: code 1).
 */
export function endingOf({ stage }: FlowState): Ending | null {
  if (stage.kind === 'result') return { kind: 'completed', status: stage.result };
  if (stage.kind === 'problem' && stage.problem.kind !== 'general') {
    return { kind: 'error', code: stage.problem.code };
  }
  return null;
}

/** The ending that the user brings about by leaving where the flow stands. */
export function endingByLeaving(state: FlowState): Ending {
  const reached = endingOf(state);
  if (reached) return reached;
  const { stage } = state;
  if (stage.kind === 'problem') return { kind: 'error', code: stage.problem.code };
  // The checks go on without the user: nothing is cancelled, the result comes later.
  if (stage.kind === 'processing' && !goesOnElsewhere(state)) return { kind: 'completed', status: 'pending' };
  // Without a camera and without another way, a phone's among them, there was nothing the user could have done.
  const screen = screenOf(state);
  if (screen.kind === 'camera-problem' && !screen.fileAllowed && state.service.handOff !== 'possible') {
    return { kind: 'error', code: 'error_code_1' };
  }
  return { kind: 'cancelled' };
}

/** Whether leaving now loses something that the user should be asked about first. */
export function losesByLeaving(state: FlowState): boolean {
  const isOver = /^(result|problem|processing)$/.test(state.stage.kind);
  return state.engaged && (!isOver || (state.stage.kind === 'processing' && goesOnElsewhere(state)));
}

/** A phone has the flow, and will be asked for more: it cannot go on when this page leaves. */
function goesOnElsewhere({ service }: FlowState): boolean {
  return /^(elsewhere|silent)$/.test(service.handOff ?? '') && !isCheckedAtLast(service);
}
