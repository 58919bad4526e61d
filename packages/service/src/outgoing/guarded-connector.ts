import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { limitReading } from './limit-reading.ts';
import { type AddressPolicy, isPublic, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** Thrown if connecting to the address is not allowed. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** Thrown if connecting to the address is only allowed with TLS. */
export class TlsRequiredError extends Error {
  override readonly name = 'TlsRequiredError';
}

/** Returns the error for an address that must not be connected to; null if it may be. */
type Refuse = (address: string) => Error | null;

/** Limits of a connection. */
export interface ConnectionLimits {
  readonly resolve: ResolveName;
  /** Time-out in ms of the DNS lookup and the connection together. */
  readonly timeoutMs: number;
  /** Maximum number of bytes that are received. */
  readonly maxBytes: number;
  /** Trusted certificates; by default, Node's own. */
  readonly secureContext?: SecureContext | undefined;
}

/**
 * Connects only to addresses that the policy allows, and to public ones only with TLS. Checks three times: a literal address
 * first, because Node does not resolve it; every address of a name when connecting, so that a name cannot change after the
 * check; and the address of the connected socket.
 */
export function guardedConnector(policy: AddressPolicy, limits: ConnectionLimits): buildConnector.connector {
  const encrypted = createConnector((address) => refusalOf(address, policy), limits);
  const plain = createConnector(
    (address) => refusalOf(address, policy) ?? (isPublic(address) ? new TlsRequiredError() : null),
    limits,
  );
  return (options, callback) => (options.protocol === 'https:' ? encrypted : plain)(options, callback);
}

function refusalOf(address: string, policy: AddressPolicy): Error | null {
  return mayConnectTo(address, policy) ? null : new AddressRefusedError();
}

function createConnector(
  refuse: Refuse,
  { resolve, timeoutMs, maxBytes, secureContext }: ConnectionLimits,
): buildConnector.connector {
  const connect = buildConnector({
    // Required because aborting a request does not stop its connection attempt.
    timeout: timeoutMs,
    // By default, Node gives each address of a name except the last a quarter of a second. That is too short for distant
    // servers or a busy machine: the last address then decides, even if no server listens there.
    autoSelectFamilyAttemptTimeout: 3000,
    lookup: guardedLookup(refuse, resolve),
    ...(secureContext && { secureContext }),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const refused = isIP(host) === 0 ? null : refuse(host);
    if (refused) {
      callback(refused, null);
      return;
    }
    connect(options, (...result) => {
      const [error, socket] = result;
      const late = error ? null : refuse(socket.remoteAddress ?? '');
      if (late === null) {
        callback(...result);
        if (socket) limitReading(socket, maxBytes);
        return;
      }
      socket?.destroy();
      callback(late, null);
    });
  };
}

function guardedLookup(refuse: Refuse, resolve: ResolveName): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const choose = (resolved: readonly string[]) => {
      const allowed = resolved
        .filter((address) => refuse(address) === null)
        .map((address) => ({ address, family: isIP(address) }))
        .filter((address) => !family || family === address.family);
      const [first] = allowed;
      if (first === undefined) callback(refuse(resolved[0] ?? '') ?? new AddressRefusedError(), []);
      else if (all) callback(null, allowed);
      else callback(null, first.address, first.family);
    };
    resolve(hostname).then(choose, (error: NodeJS.ErrnoException) => callback(error, []));
  };
}
