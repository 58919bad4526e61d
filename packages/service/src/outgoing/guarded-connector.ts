import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { limitReading } from './limit-reading.ts';
import { type AddressPolicy, isPublic, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** The address is not one that may be connected to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** The address may be connected to with TLS alone. */
export class TlsRequiredError extends Error {
  override readonly name = 'TlsRequiredError';
}

/** Why an address is not connected to; null: it is. */
type Refuse = (address: string) => Error | null;

/** How a connection is made, and what is had of it. */
export interface ConnectionLimits {
  readonly resolve: ResolveName;
  /** For the lookup of the name and the connecting together. */
  readonly timeoutMs: number;
  /** How much is read. */
  readonly maxBytes: number;
  /** The certificates that are trusted; Node's own, if left out. */
  readonly secureContext?: SecureContext | undefined;
}

/**
 * Connects only to addresses that the policy allows; without TLS to none that is public. It is checked three times: a literal
 * before anything else, because Node looks no literal up; every address a name resolves to, at the moment of connecting, so that
 * a name cannot change its mind after a check; and the address the socket is really connected to.
 */
export function guardedConnector(policy: AddressPolicy, limits: ConnectionLimits): buildConnector.connector {
  const encrypted = connectorThat((address) => refusalOf(address, policy), limits);
  const plain = connectorThat(
    (address) => refusalOf(address, policy) ?? (isPublic(address) ? new TlsRequiredError() : null),
    limits,
  );
  return (options, callback) => (options.protocol === 'https:' ? encrypted : plain)(options, callback);
}

function refusalOf(address: string, policy: AddressPolicy): Error | null {
  return mayConnectTo(address, policy) ? null : new AddressRefusedError();
}

function connectorThat(
  refuse: Refuse,
  { resolve, timeoutMs, maxBytes, secureContext }: ConnectionLimits,
): buildConnector.connector {
  const connect = buildConnector({
    // A request that was given up does not end the connecting for it.
    timeout: timeoutMs,
    // Of a name with several addresses Node gives each but the last a quarter of a second: too short for one that is far away,
    // or while this machine is busy, and then the last one decides, be it one that nobody listens at.
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
