import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseS3Location } from '../media/s3/s3-location.ts';
import { isIn, isPrivateNetwork, parseNetwork } from '../outgoing/private-network.ts';
import { isThisMachine, metadataAddresses } from '../outgoing/public-address.ts';

/**
 * A whole number in decimal digits. Refuses `0x50` and `1e3`, which JavaScript reads as numbers but are mistakes in a setting.
 */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

export const portNumber = (fallback: number) => wholeNumber(1, 65_535).default(fallback);

/**
 * A path of a file or folder. Refuses paths that a shell should have expanded, because they would create a folder called `~`. A
 * `$` that does not begin a name is allowed, as in Windows shares.
 */
export const path = z
  .string()
  .refine(
    (text) => !/^~|\$(\{|[A-Za-z_])/.test(text),
    'must be a literal path: "~" and "$NAME" are not expanded',
  );

const label = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/;

/**
 * Returns whether a text is a host name. Refuses names that end in a number, which some programs read as an address: `127.0.0`
 * as 127.0.0.0.
 */
function isHostName(text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.');
  return (
    text.length <= 253 && labels.every((one) => label.test(one)) && !/^(\d+|0x.*)$/i.test(labels.at(-1) ?? '')
  );
}

const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

export const listeningHost = z
  .string()
  .refine(
    (text) => isAddress(text) || isHostName(text),
    'must be an IP address or host name of this machine, without scheme and port, such as 0.0.0.0 or ::',
  );

/** Returns whether an address has no path: the service's routes have fixed paths from the root of the host. */
function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { origin, href } = new URL(text);
  return href === `${origin}/` && !/[?#]$/.test(text);
}

export const origin = z
  .string()
  .refine(isOrigin, {
    error: 'must be only scheme, host and optional port, such as https://verify.example',
    abort: true,
  })
  .transform((text) => new URL(text).origin);

/** Address of a collector; `/v1/traces` is appended. */
export const collectorUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && !/[?#]/.test(text) && hasNoCredentials(text),
    'must be a URL without credentials or query, such as http://collector.example:4318',
  )
  .transform((text) => text.replace(/\/+$/, ''));

/** A share from 0 to 1, in decimal digits. */
export const share = z
  .string()
  .refine((text) => /^(0|1|0?\.\d{1,9}|[01]\.0+)$/.test(text), 'must be a number from 0 to 1, such as 0.1')
  .transform(Number);

function isEncryptedOrLocal(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isThisMachine(hostname);
}

/** Refuses credentials: requests would not use them, and they would be exposed wherever the address is shown. */
function hasNoCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Address that receives personal data: over https, or on this machine. */
export const registerUrl = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: 'must be an http(s) URL, such as https://registers.example/ask',
  })
  .refine(isEncryptedOrLocal, 'must be an https URL, or an address of this machine')
  .refine(hasNoCredentials, 'must not contain a user name or password');

/** Explicit opt-in: development-only settings are off unless set to `true`. */
export const consent = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true');

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''));

const privateNetworksRule =
  'must be a comma-separated list of private addresses and networks (CIDR), such as 10.2.0.0/16';

export const privateNetworks = list.refine(
  (networks) => networks.every(isPrivateNetwork),
  privateNetworksRule,
);

/** Networks to which every account may send webhooks. Refuses loopback, and addresses that serve credentials. */
export const receiverNetworks = list.superRefine((networks, context) => {
  for (const network of networks) {
    const message = findReceiverFault(network);
    if (message !== null) context.addIssue({ code: 'custom', message });
  }
});

/** Networks that are never allowed for webhooks, with the reason. */
const specialNetworks = [
  ['127.0.0.0/8', 'loopback, which only ALLOW_LOOPBACK=true allows'],
  ['::1/128', 'loopback, which only ALLOW_LOOPBACK=true allows'],
  ['169.254.0.0/16', 'link-local addresses, where cloud providers serve credentials'],
  ['fe80::/10', 'link-local addresses'],
  ...metadataAddresses.map(
    (address) => [address, `${address}, where cloud providers serve credentials`] as const,
  ),
] as const;

/** Explains why webhooks may not be sent to an address or network; null if they may. */
function findReceiverFault(text: string): string | null {
  const network = parseNetwork(text);
  if (!network) return `"${text}" is not a network: the value ${privateNetworksRule}`;
  for (const [special, words] of specialNetworks) {
    const { first } = parseNetwork(special) ?? network;
    if (isIn(first, text) || isIn(network.first, special)) return `"${text}" has ${words}`;
  }
  return isPrivateNetwork(text) ? null : `"${text}" is not private: the value ${privateNetworksRule}`;
}

function isProxyUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { origin, username, password, pathname, search, hash } = new URL(text);
  if (origin === 'null' || pathname !== '/' || search !== '' || hash !== '') return false;
  try {
    // A colon separates the name from the password (RFC 7617).
    return !decodeURIComponent(username).includes(':') && decodeURIComponent(password) !== null;
  } catch {
    return false;
  }
}

export const proxyUrl = z
  .string()
  .refine(
    isProxyUrl,
    'must be a URL without a path, such as http://proxy.example:3128 or http://user:password@proxy.example:3128; percent-encode special characters in user and password',
  );

/** Returns whether `pg` parses an address as intended: a `#` or `%` that is not escaped as %XX would split it elsewhere. */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { host, username, password, pathname, searchParams, hash } = new URL(text);
  if (hash !== '' || (host === '' && !searchParams.has('host'))) return false;
  try {
    for (const part of [username, password]) decodeURIComponent(part);
    return /^[^/]+$/.test(decodeURIComponent(pathname.slice(1)));
  } catch {
    return false;
  }
}

export const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be a URL with a database name, such as postgres://user:password@db.example:5432/orchestration; percent-encode special characters in user and password',
  );

/** Minimum prefix lengths of public proxy networks: a larger network includes addresses of strangers. */
const minPrefixBits = { ipv4: 8, ipv6: 16 } as const;

export const proxyNetworks = list.superRefine((networks, context) => {
  for (const network of networks) {
    const message = findProxyFault(network);
    if (message !== null) context.addIssue({ code: 'custom', message });
  }
});

/** Explains why an address or network cannot be trusted as a proxy; null if it can. */
function findProxyFault(text: string): string | null {
  const network = parseNetwork(text);
  if (!network) {
    return isHostName(text)
      ? `"${text}" is a host name: use an IP address, such as 127.0.0.1, or a network, such as 10.0.0.0/8`
      : `"${text}" is neither an IP address, such as 127.0.0.1, nor a network (CIDR), such as 10.0.0.0/8`;
  }
  const kind = network.first.kind();
  if (network.bits < minPrefixBits[kind] && !isPrivateNetwork(text))
    return `"${text}" is too large: anyone in it could forge X-Forwarded-For. Use the networks of your proxies`;
  if (text.includes('/') && /^::ffff:/i.test(text)) return `"${text}" must be written as IPv4`;
  return null;
}

export const s3Location = z.string().transform((text, context) => {
  const location = parseS3Location(text);
  if (typeof location !== 'string') return location;
  context.addIssue({ code: 'custom', message: location });
  return z.NEVER;
});
