import type { ClientInitResponse, ClientState, Inputs, Platform } from '@vendor/contract';
import { refuseCredential } from '../../refusal.ts';
import { interactiveNodes, type WorkflowDefinition } from '../../workflows/definition.ts';
import { capabilityOf } from '../../workflows/node.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionTransaction } from '../execution-store.ts';
import { sandboxOrderOf, sandboxSessionOf } from '../sandbox/sandbox.ts';
import { dataKeyOf, inputsOf, sealContext } from '../sealed-data.ts';
import type { ExecutionChanges, StoredExecution } from '../stored-execution.ts';
import { wakeCheck } from './await-client.ts';
import { clientState } from './client-state.ts';
import { wantsDevice } from './reported-device.ts';
import { hashOfSecret, sessionKeyOf } from './session-key.ts';
import { isReadOnly, refuseLateInit } from './session-lifetime.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/** Data of a client init besides its body. */
export interface ClientOrigin {
  /** The end user's address; null if unknown. */
  readonly ip: string | null;
  readonly platform: Platform;
}

const unknownToken = () => refuseCredential('a valid session token');

/**
 * Checks that this service issued the token. Called before the rest of the request is parsed. @throws {Refusal} UNAUTHORIZED.
 */
export async function requireKnownToken(
  { store }: Pick<Services, 'store'>,
  token: string | null,
): Promise<string> {
  if (token === null || !(await store.findByTokenHash(hashOfSecret(token)))) {
    throw unknownToken();
  }
  return token;
}

/**
 * Finds the execution of a session token.
 *
 * @throws {Refusal} UNAUTHORIZED for an unknown token, SESSION_EXPIRED.
 */
export async function executionOfToken(
  services: Pick<Services, 'vault' | 'clock'>,
  transaction: ExecutionTransaction,
  token: string,
): Promise<StoredExecution> {
  const found = await transaction.findByTokenHash(hashOfSecret(token));
  if (!found) throw unknownToken();
  refuseLateInit(found, services.clock.now());
  refuseInSandbox(services, found);
  return found;
}

/**
 * Gives the session to a nonce. An init with a new nonce takes the session over; a retried init with the same nonce gets the
 * same session. While checks run past the deadline, and once the data was purged, the session is read-only: anybody with the
 * token may display it, no other page loses it, and nothing is stored.
 */
export async function takeSession(
  services: Pick<Services, 'vault' | 'clock'>,
  transaction: ExecutionTransaction,
  found: StoredExecution,
  nonceHash: string,
  origin: ClientOrigin,
): Promise<StoredExecution> {
  const now = services.clock.now();
  if (isReadOnly(found, now)) return found;
  const changes = sessionChanges(services, found, nonceHash, origin);
  await transaction.update(found.id, changes);
  const session = { ...found, ...changes };
  if (found.sessionEpoch === 0) await wakeCheck(transaction, session, now);
  return session;
}

/**
 * Refuses the token if the sandbox order demands it, so that integrators can test how their page handles the error. @throws
 * {Refusal} UNAUTHORIZED.
 */
function refuseInSandbox({ vault }: Pick<Services, 'vault'>, execution: StoredExecution): void {
  const order = sandboxOrderOf(vault, execution);
  if (order?.kind === 'error' && order.code === 'error_code_3') throw unknownToken();
}

/** Builds the response to an init after the caller has got the session. */
export async function sessionOf(
  { store, vault, clock }: Services,
  execution: StoredExecution,
  capabilities: readonly string[],
): Promise<ClientInitResponse> {
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const sandbox = sandboxOrderOf(vault, execution);
  const now = clock.now();
  const state = clientState(execution, definition, await store.capturesOf(execution.id), now);
  const configuration = configurationFor(capabilities, state, definition);
  return {
    sessionKey: sessionKeyOf(vault, { executionId: execution.id, epoch: execution.sessionEpoch }),
    configuration,
    requester: await store.accountName(execution.accountId),
    ...(execution.channel === 'link' ? await brandedTheme(store, execution.accountId) : {}),
    // Omits a step that the SDK cannot show.
    state: configuration === 'valid' ? state : { ...state, step: null },
    ...(sandbox ? { sandbox: sandboxSessionOf(sandbox) } : {}),
    ...(!isReadOnly(execution, now) &&
    wantsDevice(execution, definition, inputsOf(dataKeyOf(vault, execution), execution))
      ? { wantsDevice: true }
      : {}),
  };
}

/** Returns the theme of the account for the hosted page of a link. */
async function brandedTheme(
  store: Pick<Services['store'], 'themeOf'>,
  accountId: string,
): Promise<Pick<ClientInitResponse, 'theme'>> {
  const theme = await store.themeOf(accountId);
  return theme ? { theme } : {};
}

/** Computes the changes of an init: gives the session to the nonce, unless the nonce already has it. */
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

/** Encrypts the address of the first init, unless the start request contained one. */
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

/** Determines whether an SDK with these capabilities can show the workflow. Every SDK can show an outcome. */
function configurationFor(
  capabilities: readonly string[],
  { awaiting }: ClientState,
  definition: WorkflowDefinition,
): ClientInitResponse['configuration'] {
  const knows = (what: string) => capabilities.includes(what);
  if (awaiting === 'none' || interactiveNodes(definition).every(([, node]) => knows(capabilityOf(node))))
    return 'valid';
  return knows('hosted-page') ? 'hosted' : 'invalid';
}
