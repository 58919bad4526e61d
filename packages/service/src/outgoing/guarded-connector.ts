import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** The address is not one that may be connected to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Connects only to addresses that the policy allows. It is checked three times: a literal before anything else, because
 * Node looks no literal up; every address a name resolves to, at the moment of connecting, so that a name cannot change
 * its mind after a check; and the address the socket is really connected to.
 */
export function guardedConnector(policy: AddressPolicy, resolve: ResolveName): buildConnector.connector {
  const connect = buildConnector({ timeout: 10_000, lookup: guardedLookup(policy, resolve) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !mayConnectTo(host, policy)) {
      callback(new AddressRefusedError(), null);
      return;
    }
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error || mayConnectTo(socket.remoteAddress ?? '', policy)) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(new AddressRefusedError(), null);
    });
  };
}

function guardedLookup(policy: AddressPolicy, resolve: ResolveName): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const choose = (resolved: readonly string[]) => {
      const allowed = resolved
        .filter((address) => mayConnectTo(address, policy))
        .map((address) => ({ address, family: isIP(address) }))
        .filter((address) => !family || family === address.family);
      const [first] = allowed;
      if (first === undefined) callback(new AddressRefusedError(), []);
      else if (all) callback(null, allowed);
      else callback(null, first.address, first.family);
    };
    resolve(hostname).then(choose, (error: NodeJS.ErrnoException) => callback(error, []));
  };
}
