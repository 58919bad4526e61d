import type { ClientInitRequest, ClientInitResponse, Inputs, Platform } from '@vendor/contract';
import { refuseCredential } from '../refusal.ts';
import { interactiveNodes, type WorkflowDefinition } from '../workflows/definition.ts';
import { clientState } from './client-state.ts';
import type { ExecutionServices } from './execution-services.ts';
import { dataKeyOf, inputsOf, sealContext } from './sealed-data.ts';
import { hashOfSecret, sessionKeyOf } from './session-key.ts';
import { refuseExpired } from './session-lifetime.ts';
import type { ExecutionChanges, StoredExecution } from './stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'watch'>;

/** What a client init says besides its body. */
export interface ClientOrigin {
  /** The end user's address, when it is known. */
  readonly ip: string | null;
  readonly platform: Platform;
}

const unknownToken = () => refuseCredential('a valid session token');

/** The token, if it is one of ours: asked before anything else is looked at. @throws {Refusal} UNAUTHORIZED. */
export async function knownToken({ store }: Pick<Services, 'store'>, token: string | null): Promise<string> {
  if (token === null || !(await store.findByTokenHash(hashOfSecret(token)))) {
    throw unknownToken();
  }
  return token;
}

/**
 * Exchanges a session token for a session key. Each init with a new nonce takes the session over from the one before; one
 * that is retried with the same nonce gets the same session.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown token, SESSION_EXPIRED.
 */
export async function initClient(
  services: Services,
  token: string,
  request: ClientInitRequest,
  origin: ClientOrigin,
): Promise<ClientInitResponse> {
  const { store, clock, watch } = services;
  const tokenHash = hashOfSecret(token);
  const nonceHash = hashOfSecret(request.nonce);
  const execution = await store.transact(async (transaction) => {
    const found = await transaction.findByTokenHash(tokenHash);
    if (!found) throw unknownToken();
    refuseExpired(found, clock.now());
    const changes = sessionChanges(services, found, nonceHash, origin);
    await transaction.update(found.id, changes);
    return { ...found, ...changes };
  });
  // Whoever held the session learns at once that it is not theirs any more.
  watch.notify(execution.id);
  return sessionOf(services, execution, request.capabilities);
}

/** What an init answers once the session is the caller's. */
export async function sessionOf(
  { store, vault }: Pick<Services, 'store' | 'vault'>,
  execution: StoredExecution,
  capabilities: readonly string[],
): Promise<ClientInitResponse> {
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return {
    sessionKey: sessionKeyOf(vault, { executionId: execution.id, epoch: execution.sessionEpoch }),
    configuration: canShow(capabilities, definition) ? 'valid' : 'invalid',
    requester: await store.accountName(execution.accountId),
    state: clientState(execution, definition, await store.capturesOf(execution.id)),
  };
}

/** What an init changes: the session becomes that of the nonce, unless it is so already. */
export function sessionChanges(
  services: Pick<Services, 'vault'>,
  execution: StoredExecution,
  nonceHash: string,
  { ip, platform }: ClientOrigin,
): ExecutionChanges {
  const sameSession = execution.sessionNonceHash === nonceHash;
  const first = execution.sessionEpoch === 0;
  return {
    sessionNonceHash: nonceHash,
    sessionEpoch: execution.sessionEpoch + (sameSession ? 0 : 1),
    platform,
    ...(first ? { sealedIp: sealedIp(services, execution, ip) } : {}),
  };
}

/** The address the first init came from, unless the caller sent one with the start. */
function sealedIp(
  { vault }: Pick<Services, 'vault'>,
  execution: StoredExecution,
  ip: string | null,
): Uint8Array | null {
  const key = dataKeyOf(vault, execution);
  const inputs: Inputs | null = inputsOf(key, execution);
  if (!key || !ip || inputs?.ip !== undefined) return null;
  return key.seal(Buffer.from(ip, 'utf8'), sealContext.ip(execution.id));
}

function canShow(capabilities: readonly string[], definition: WorkflowDefinition): boolean {
  return interactiveNodes(definition).every(([, node]) => capabilities.includes(node.kind));
}
