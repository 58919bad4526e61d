import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { buildConnector } from 'undici';
import { AddressRefusedError, type ConnectionLimits, TlsRequiredError } from './guarded-connector.ts';
import { limitReading } from './limit-reading.ts';
import { type AddressPolicy, isNameOfThisMachine, isPublic, mayConnectTo } from './public-address.ts';
import type { ResolveName } from './resolve-name.ts';

/** Thrown if the proxy cannot be reached, or does not respond like a proxy. */
export class ProxyFailedError extends Error {
  override readonly name = 'ProxyFailedError';
}

/** Thrown if the proxy refuses the address or the credentials. */
export class ProxyRefusedError extends Error {
  override readonly name = 'ProxyRefusedError';
}

/** Thrown if the proxy itself could not reach the address. */
class BehindProxyError extends Error {
  override readonly name = 'BehindProxyError';
}

/** Time-out of DNS lookups in ms. Short, because a machine behind a proxy often cannot resolve public names. */
const resolveTimeoutMs = 2000;

/** Maximum length of the head of a proxy's response, in bytes. */
const maxHeadBytes = 16 * 1024;

/**
 * Connects to public addresses through an HTTP proxy (`CONNECT`), only with TLS, and directly to this machine and to the
 * networks that the policy allows. A literal address, or a name that this machine can resolve, is checked as without a proxy.
 * The proxy resolves each name again, and is trusted not to connect to private addresses.
 */
export function proxyConnector(
  proxy: URL,
  parts: {
    readonly policy: AddressPolicy;
    readonly direct: buildConnector.connector;
    readonly limits: ConnectionLimits;
  },
): buildConnector.connector {
  const { policy, direct, limits } = parts;
  const { timeoutMs, maxBytes, secureContext } = limits;
  const upgrade = buildConnector({ timeout: timeoutMs, ...(secureContext && { secureContext }) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const connectByProxy = async () => {
      if (options.protocol !== 'https:') throw new TlsRequiredError();
      const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${options.port || 443}`;
      const tunnel = await openTunnel(proxy, authority, limits);
      upgrade({ ...options, httpSocket: tunnel }, (...result) => {
        callback(...result);
        if (result[1]) limitReading(result[1], maxBytes);
        else tunnel.destroy();
      });
    };
    findRoute(host, policy, limits.resolve)
      .then((route) => (route === 'proxy' ? connectByProxy() : void direct(options, callback)))
      .catch((error: Error) => callback(error, null));
  };
}

/**
 * Determines whether to connect directly or through the proxy. @throws {AddressRefusedError} for a host that is not allowed, as
 * far as this machine can resolve it.
 */
async function findRoute(
  host: string,
  policy: AddressPolicy,
  resolve: ResolveName,
): Promise<'direct' | 'proxy'> {
  if (isNameOfThisMachine(host)) return 'direct';
  const addresses = isIP(host) === 0 ? await resolveInTime(host, resolve) : [host];
  // All addresses must be allowed, because the proxy may choose any of them.
  if (!addresses.every((address) => mayConnectTo(address, policy))) throw new AddressRefusedError();
  return addresses.some((address) => !isPublic(address)) ? 'direct' : 'proxy';
}

/** Resolves a host; returns no addresses if name servers do not respond in time. */
async function resolveInTime(host: string, resolve: ResolveName): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((settle) => {
    timer = setTimeout(settle, resolveTimeoutMs, []);
  });
  try {
    return await Promise.race([resolve(host).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Requests a connection from the proxy. @throws {ProxyFailedError | ProxyRefusedError | BehindProxyError} */
async function openTunnel(
  proxy: URL,
  authority: string,
  { resolve, timeoutMs, secureContext }: ConnectionLimits,
): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const isEncrypted = proxy.protocol === 'https:';
  const address = {
    host,
    port: Number(proxy.port || (isEncrypted ? 443 : 80)),
    lookup: lookupBy(resolve),
    // The same as for direct connections, because a quarter of a second is too short on a busy machine.
    autoSelectFamilyAttemptTimeout: 3000,
  };
  const socket = isEncrypted
    ? connectTls({
        ...address,
        ...(isIP(host) === 0 && { servername: host }),
        ...(secureContext && { secureContext }),
      })
    : connectTcp(address);
  const timer = setTimeout(() => socket.destroy(new ProxyFailedError()), timeoutMs);
  try {
    socket.write(requestFor(authority, proxy));
    const status = await readStatus(socket);
    if (status >= 500) throw new BehindProxyError();
    if (status < 200 || status >= 300) throw new ProxyRefusedError();
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function requestFor(authority: string, { username, password }: URL): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization =
    credentials === ':'
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials, 'utf8').toString('base64')}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`;
}

/** Reads the status from the head of the proxy's response, and leaves the following bytes unread. */
function readStatus(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const read = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
        head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.byteLength <= maxHeadBytes) return;
      const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(head.toString('latin1', 0, Math.max(end, 0)))?.[1];
      if (status === undefined) return fail();
      socket.off('readable', read).off('error', fail).off('close', fail);
      const rest = head.subarray(end + 4);
      if (rest.byteLength > 0) socket.unshift(rest);
      resolve(Number(status));
    };
    const fail = () => {
      socket.off('readable', read).off('close', fail);
      // Prevents later errors from ending the process.
      socket.on('error', () => {});
      reject(new ProxyFailedError());
    };
    socket.on('readable', read).once('error', fail).once('close', fail);
  });
}

function lookupBy(resolve: ResolveName): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found
          .map((address) => ({ address, family: isIP(address) }))
          .filter((address) => !family || family === address.family);
        const [first] = addresses;
        if (first === undefined) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
        else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
