import type { ClientInitRequest, ClientInitResponse } from '@vendor/contract';
import type { ExecutionServices } from '../executions/execution-services.ts';
import {
  type ClientOrigin,
  executionOfToken,
  sessionOf,
  takeSession,
} from '../executions/session/init-client.ts';
import { hashOfSecret } from '../executions/session/session-key.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import type { HandOffServices } from './hand-off-services.ts';
import { type ClaimedHandOff, handOffOfOpener, stateForOpener } from './part-of-session.ts';

/**
 * Exchanges a session token for a session key. A reloaded page that has handed over its flow regains its own session by its
 * nonce: it watches and may take the flow back, and the phone continues. Any other page takes the session over.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown token, SESSION_EXPIRED.
 */
export async function initPage(
  services: HandOffServices & Pick<ExecutionServices, 'jobs'>,
  token: string,
  request: ClientInitRequest,
  origin: ClientOrigin,
): Promise<ClientInitResponse> {
  const { handOffs, jobs, watch } = services;
  const nonceHash = hashOfSecret(request.nonce);
  const { execution, handOff } = await handOffs.transact(
    { executionOfToken: hashOfSecret(token) },
    async (transaction) => {
      const found = await executionOfToken(services, transaction, token);
      const handOff = await handOffOfOpener(transaction, found, nonceHash);
      const execution = handOff ? found : await takeSession(services, transaction, found, nonceHash, origin);
      return { execution, handOff };
    },
  );
  if (handOff) return sessionOfOpener(services, execution, handOff, request.capabilities);
  jobs.wake();
  // Informs the previous holder at once that the session was taken over.
  watch.notify(execution.id);
  return sessionOf(services, execution, request.capabilities);
}

/** Returns the session of the opener. The phone reports its device, not the opener. */
export async function sessionOfOpener(
  services: Pick<HandOffServices, 'store' | 'vault' | 'clock'>,
  execution: StoredExecution,
  handOff: ClaimedHandOff,
  capabilities: readonly string[],
): Promise<ClientInitResponse> {
  const opener = { ...execution, sessionEpoch: handOff.openerEpoch };
  const { wantsDevice: _, ...session } = await sessionOf(services, opener, capabilities);
  return { ...session, state: stateForOpener(session.state, handOff) };
}
