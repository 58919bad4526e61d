import type { ClientState } from '@vendor/contract';
import type { ExecutionServices } from '../execution-services.ts';
import { executionToShow } from './authorize-session.ts';
import { clientState } from './client-state.ts';
import type { SessionKeyClaim } from './session-key.ts';

type Services = Pick<ExecutionServices, 'store' | 'clock' | 'watch'>;

/** Options of a poll. */
export interface PollRequest {
  /** Waits until the `seq` of the state is greater than this. */
  readonly after: number;
  readonly waitMs: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Returns the state once it has changed, or when the wait times out. Refuses at once if the session is taken over in the
 * meantime.
 */
export async function pollState(
  services: Services,
  claim: SessionKeyClaim,
  { after, waitMs, signal }: PollRequest,
): Promise<ClientState> {
  const change = services.watch.listen(claim.executionId);
  try {
    const state = await currentState(services, claim);
    if (state.seq > after || state.awaiting === 'none' || waitMs === 0) return state;
    await change.wait(waitMs, signal);
    return await currentState(services, claim);
  } finally {
    change.stop();
  }
}

async function currentState({ store, clock }: Services, claim: SessionKeyClaim): Promise<ClientState> {
  const execution = await executionToShow(store, claim, clock);
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}
