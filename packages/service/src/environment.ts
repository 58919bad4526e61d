import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RateLimit } from './http/token-buckets.ts';
import { logLevels } from './logging/logger.ts';
import { isPrivateNetwork } from './outgoing/private-network.ts';
import { isThisMachine, mayLeadTo } from './outgoing/public-address.ts';
import type { RegisterSettings } from './registers/open-registers.ts';

const usualDataFolder = './data';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

/** Everything the service answers lies under fixed paths from the root of its host. */
function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text);
  return href === `${origin}/` && !/[?#]$/.test(text);
}

const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isOrigin, 'must be scheme, host and port alone, as in https://verify.example')
  .transform((url) => new URL(url).origin)
  .optional();

function isEncryptedOrOwn(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isThisMachine(hostname);
}

/** No request goes to such an address; and it would be told wherever the address is. */
function hasNoCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Personal data goes there: encrypted, or not off this machine. */
const registerUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine(isEncryptedOrOwn, 'must be https, or on this machine')
  .refine(hasNoCredentials, 'must be without a user name and password')
  .optional();

/** Said in so many words: what only development may have is off unless it is `true`. */
const consent = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''));

const registerNetworks = list.refine(
  (networks) => networks.every(isPrivateNetwork),
  'must be private addresses and networks (CIDR), comma-separated, as in 10.2.0.0/16',
);

const environmentSchema = z.object({
  PORT: port(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default(usualDataFolder),
  PUBLIC_URL: origin,
  PUBLIC_URL_US: origin,
  PUBLIC_URL_APAC: origin,
  DEMO_PORT: port(4001),
  MASTER_KEY: z.string().min(1).optional(),
  PURGE_JOURNAL: z.string().min(1).optional(),
  DEVELOPMENT: consent,
  ALLOW_LOOPBACK: consent,
  TRUSTED_PROXIES: list,
  IP_COUNTRY_DB: z.string().min(1).optional(),
  IP_ASN_DB: z.string().min(1).optional(),
  IP_ANONYMOUS_DB: z.string().min(1).optional(),
  NATIONAL_ID_REGISTER_URL: registerUrl,
  NATIONAL_ID_REGISTER_SECRET: z.string().min(16).optional(),
  NATIONAL_ID_REGISTER_NETWORKS: registerNetworks,
  SDK_DIR: z.string().min(1).optional(),
  KEEP_ALIVE_SECONDS: z.coerce.number().int().min(5).max(3600).default(75),
  RATE_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(50),
  DECODER_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  DECODER_MEMORY_MB: z.coerce.number().int().min(700).max(1_000_000).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** How this process is to run. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Where others reach the service, without a slash at the end; null: at the port it listens on. */
  readonly publicUrl: string | null;
  /** Where the services of other regions are reached; null: not told apart from this one. */
  readonly regionUrls: { readonly us: string | null; readonly apac: string | null };
  readonly demoUrl: string;
  readonly masterKey: string | undefined;
  /** The list of purges, which must not be part of what is restored from a backup. */
  readonly purgeJournal: string;
  /** Keeps a development account, and lets another build of the SDK take the place of one of the same version. */
  readonly isDevelopment: boolean;
  /** Lets requests go to this machine, without TLS too: webhooks, pictures to compare with, the connector to registers. */
  readonly allowsLoopback: boolean;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Of each API key, session and address. */
  readonly rateLimit: RateLimit;
  /** Lists of networks in MaxMind's DB format, which the operator provides; null: there is none. */
  readonly networkLists: {
    readonly country: string | null;
    readonly asn: string | null;
    readonly anonymous: string | null;
  };
  /** The operator's connector to registers of national numbers (docs/registers.md); null: there is none. */
  readonly register: RegisterSettings | null;
  /** How many processes decode uploads, and what all decoder processes may hold; null: as the machine allows. */
  readonly decoders: { readonly processes: number | null; readonly memoryMb: number | null };
  readonly sdkFolder: string;
  /** How long a connection may rest between requests, in ms. */
  readonly keepAliveMs: number;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** The browser SDK's build, beside this package. */
const builtSdk = fileURLToPath(new URL('../../sdk/dist/script', import.meta.url));

/** Where the data lie by the environment variables, whatever else is wrong with them. */
export function dataFolderOf(variables: Readonly<Record<string, string | undefined>>): string {
  return resolve(variables.DATA_DIR || usualDataFolder);
}

/** Reads the environment variables. @throws with the name of each that cannot be understood; never with its value. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  // An empty variable is how a shell says "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const names = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw misunderstood(names.join('; '));
  }
  const { data } = result;
  return {
    port: data.PORT,
    host: data.HOST,
    dataFolder: resolve(data.DATA_DIR),
    publicUrl: data.PUBLIC_URL ?? null,
    regionUrls: { us: data.PUBLIC_URL_US ?? null, apac: data.PUBLIC_URL_APAC ?? null },
    demoUrl: `http://localhost:${data.DEMO_PORT}`,
    masterKey: data.MASTER_KEY,
    purgeJournal: resolve(data.PURGE_JOURNAL ?? join(data.DATA_DIR, 'purges.log')),
    isDevelopment: data.DEVELOPMENT,
    allowsLoopback: data.ALLOW_LOOPBACK,
    trustedProxies: data.TRUSTED_PROXIES,
    rateLimit: { perSecond: data.RATE_LIMIT, burst: 2 * data.RATE_LIMIT },
    networkLists: {
      country: pathOf(data.IP_COUNTRY_DB),
      asn: pathOf(data.IP_ASN_DB),
      anonymous: pathOf(data.IP_ANONYMOUS_DB),
    },
    register: registerOf(data),
    keepAliveMs: data.KEEP_ALIVE_SECONDS * 1000,
    decoders: {
      processes: data.DECODER_PROCESSES ?? null,
      memoryMb: data.DECODER_MEMORY_MB ?? null,
    },
    sdkFolder: resolve(data.SDK_DIR ?? builtSdk),
    logLevel: data.LOG_LEVEL,
  };
}

/** @throws when one of the settings is there without the others, or its address is one that would never be connected to. */
function registerOf({
  NATIONAL_ID_REGISTER_URL: url,
  NATIONAL_ID_REGISTER_SECRET: secret,
  NATIONAL_ID_REGISTER_NETWORKS: networks,
  ALLOW_LOOPBACK: allowLoopback,
}: z.infer<typeof environmentSchema>): Environment['register'] {
  if (url === undefined && secret === undefined && networks.length === 0) return null;
  if (url === undefined) throw misunderstood('NATIONAL_ID_REGISTER_URL: is missing');
  if (secret === undefined) throw misunderstood('NATIONAL_ID_REGISTER_SECRET: is missing');
  if (!mayLeadTo(new URL(url).hostname, { allowLoopback, networks })) {
    throw misunderstood(
      'NATIONAL_ID_REGISTER_URL: leads to no public address: name it, or its network, in NATIONAL_ID_REGISTER_NETWORKS',
    );
  }
  return { url, secret, networks };
}

function misunderstood(what: string): Error {
  return new Error(`The environment cannot be understood. ${what}`);
}

function pathOf(setting: string | undefined): string | null {
  return setting === undefined ? null : resolve(setting);
}
