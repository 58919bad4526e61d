import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type DecoderSettings, leastDecoderMemoryMb } from '../evaluations/decoders/decoder-sizes.ts';
import type { RateLimit } from '../http/limits/token-buckets.ts';
import { type ChecksRole, checksRoles } from '../instances/instance-store.ts';
import { logLevels } from '../logging/logger.ts';
import type { BucketSettings } from '../media/s3/media-bucket.ts';
import { mayLeadTo } from '../outgoing/public-address.ts';
import type { RegisterSettings } from '../registers/open-registers.ts';
import { type MasterKeySource, parseMasterKey } from '../secrets/master-key.ts';
import type { TracingSettings } from '../tracing/start-tracing.ts';
import type { ReceiverSettings } from '../webhooks/delivery/open-webhook-client.ts';
import { type SettingFault, SettingsError, settingFault } from './setting-fault.ts';
import {
  collectorUrl,
  consent,
  databaseUrl,
  listeningHost,
  origin,
  path,
  portNumber,
  privateNetworks,
  proxyNetworks,
  proxyUrl,
  receiverNetworks,
  registerUrl,
  s3Location,
  share,
  wholeNumber,
} from './setting-values.ts';

const usualDataFolder = './data';

const masterKey = z.string().refine((text) => {
  try {
    return parseMasterKey(text).length > 0;
  } catch {
    return false;
  }
}, 'must be 32 bytes in hex (64 characters) or base64 (44 characters)');

const environmentSchema = z.object({
  PORT: portNumber(4000),
  HOST: listeningHost.default('127.0.0.1'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('orchestration'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  METRICS_HOST: listeningHost.default('127.0.0.1'),
  DATA_DIR: path.default(usualDataFolder),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 600).default(10),
  MIGRATE: z.enum(['start', 'command'], 'must be start or command').default('command'),
  PUBLIC_URL: origin.optional(),
  PUBLIC_URL_US: origin.optional(),
  PUBLIC_URL_APAC: origin.optional(),
  DEMO_PORT: portNumber(4001),
  MEDIA_URL: s3Location.optional(),
  MEDIA_ACCESS_KEY_ID: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY: z.string().optional(),
  MEDIA_SECRET_ACCESS_KEY_FILE: path.optional(),
  MEDIA_CREDENTIALS_FILE: path.optional(),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_FILE: path.optional(),
  PURGE_JOURNAL: path.optional(),
  DEVELOPMENT: consent,
  ALLOW_LOOPBACK: consent,
  TRUSTED_PROXIES: proxyNetworks,
  IP_COUNTRY_DB: path.optional(),
  IP_ASN_DB: path.optional(),
  IP_ANONYMOUS_DB: path.optional(),
  NATIONAL_ID_REGISTER_URL: registerUrl.optional(),
  NATIONAL_ID_REGISTER_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  NATIONAL_ID_REGISTER_NETWORKS: privateNetworks,
  WEBHOOK_NETWORKS: receiverNetworks,
  WEBHOOK_PROXY: proxyUrl.optional(),
  WEBHOOK_CA_FILE: path.optional(),
  SDK_DIR: path.optional(),
  KEEP_ALIVE_SECONDS: wholeNumber(5, 3600).default(75),
  CHECKS: z.enum(checksRoles, `must be one of ${checksRoles.join(', ')}`).default('all'),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).default(0),
  RATE_LIMIT: wholeNumber(1, 1_000_000).default(50),
  DECODER_PROCESSES: wholeNumber(1, 64).optional(),
  DECODER_MEMORY_MB: wholeNumber(700, 1_000_000).optional(),
  FACE_PROCESSES: wholeNumber(1, 64).optional(),
  LETTER_PROCESSES: wholeNumber(1, 64).optional(),
  CARD_PROCESSES: wholeNumber(1, 64).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

type Setting = keyof typeof environmentSchema.shape;

/** The names of all settings. */
export const settingNames = Object.keys(environmentSchema.shape) as readonly Setting[];

/** Values that are never repeated: secrets, and an address that may carry one. */
const secretSettings: readonly Setting[] = [
  'DATABASE_URL',
  'MASTER_KEY',
  'MEDIA_SECRET_ACCESS_KEY',
  'NATIONAL_ID_REGISTER_SECRET',
  'NATIONAL_ID_REGISTER_URL',
  'WEBHOOK_PROXY',
];

/** Links that Kubernetes sets for a service with the name of a setting. */
const serviceLink = /^(tcp|udp|sctp):\/\//;

/** Texts that blanks may be part of. */
const freeSettings: readonly Setting[] = [
  ...secretSettings,
  'TRUSTED_PROXIES',
  'NATIONAL_ID_REGISTER_NETWORKS',
  'WEBHOOK_NETWORKS',
];

/** How this process is to run. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** The PostgreSQL database that holds what would be `service.db`, with its password; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** How long a statement of PostgreSQL may take, in ms. */
  readonly databaseTimeoutMs: number;
  /** True if a start migrates PostgreSQL; otherwise `orchestration migrate` does. SQLite is migrated by any start. */
  readonly migratesAtStart: boolean;
  /** Address at which others reach the service, without a slash at the end; null: at the port it listens on. */
  readonly publicUrl: string | null;
  /** Addresses at which the services of other regions are reached; null: not told apart from this one. */
  readonly regionUrls: { readonly us: string | null; readonly apac: string | null };
  readonly demoUrl: string;
  readonly masterKey: string | undefined;
  /** The file that holds the master key, outside of the data; null: none is named. */
  readonly masterKeyFile: string | null;
  /** Bucket for the media; null: they are in `media/` of the data folder. */
  readonly mediaBucket: BucketSettings | null;
  /** File of the list of purges, which must not be restored from a backup. */
  readonly purgeJournal: string;
  /** Creates a development account, and accepts another build of the SDK under the same version. */
  readonly isDevelopment: boolean;
  /** Lets requests go to this machine, without TLS too: webhooks, pictures to compare with, the connector to registers. */
  readonly allowsLoopback: boolean;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Rate limit of each API key, session and address. */
  readonly rateLimit: RateLimit;
  /** Lists of networks in MaxMind's DB format, which the operator provides; null: there is none. */
  readonly networkLists: {
    readonly country: string | null;
    readonly asn: string | null;
    readonly anonymous: string | null;
  };
  /** The operator's connector to registers of national numbers (docs/registers.md); null: there is none. */
  readonly register: RegisterSettings | null;
  /** Address at which metrics are served; null: nowhere. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  /** Collector that spans are sent to; null: none are recorded. */
  readonly tracing: TracingSettings | null;
  readonly webhooks: ReceiverSettings;
  /** How many processes decode uploads and check them, and what all of them may hold; null: as the machine allows. */
  readonly decoders: DecoderSettings;
  /** Checks that this process runs. */
  readonly checks: ChecksRole;
  readonly sdkFolder: string;
  /** How long a connection may rest between requests, in ms. */
  readonly keepAliveMs: number;
  /** How long the service goes on answering after SIGTERM, while `/readyz` answers 503, in ms. */
  readonly shutdownDelayMs: number;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** The browser SDK's build, beside this package. */
const builtSdk = fileURLToPath(new URL('../../../sdk/dist/script', import.meta.url));

/** Reads the data folder from the environment variables, even if other settings are invalid. */
export function dataFolderOf(variables: Readonly<Record<string, string | undefined>>): string {
  return resolve(variables.DATA_DIR || usualDataFolder);
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment variables.
 *
 * @throws {SettingsError} with every setting that cannot be used.
 */
export function readEnvironment(variables: Variables): Environment {
  const { environment, faults } = readSettings(variables);
  if (faults.length > 0) throw new SettingsError(faults);
  return environment;
}

/** Reads the environment variables as far as they can be used: a setting with a fault counts as not set. */
export function readSettings(variables: Variables): {
  readonly environment: Environment;
  readonly faults: readonly SettingFault[];
} {
  const given: Partial<Record<Setting, string>> = {};
  for (const name of settingNames) {
    // An empty variable is how a shell says "not set".
    if (variables[name]) given[name] = variables[name];
  }
  // Only development has a demo shop: a service "demo" in the cluster must not stop any other start.
  if (given.DEVELOPMENT !== 'true' && serviceLink.test(given.DEMO_PORT ?? '')) delete given.DEMO_PORT;
  const faults: SettingFault[] = [];
  const refuse = (setting: Setting, detail: string) => {
    faults.push(settingFault(setting, repeatable(setting, given[setting]), detail));
  };
  for (const name of settingNames) {
    const detail = faultOfText(name, given[name] ?? '');
    if (detail !== null) refuse(name, detail);
  }
  const usable = () => {
    const refused = new Set(faults.map(({ setting }) => setting));
    return Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name)));
  };
  for (const { path, message } of environmentSchema.safeParse(usable()).error?.issues ?? [])
    refuse(path[0] as Setting, message);
  // Also where MASTER_KEY is refused for another reason: nobody knows which of the two is meant.
  if (given.MASTER_KEY !== undefined && given.MASTER_KEY_FILE !== undefined)
    refuse('MASTER_KEY_FILE', 'and MASTER_KEY are both set: unset one of them');
  if (
    given.DATABASE_URL !== undefined &&
    given.MASTER_KEY === undefined &&
    given.MASTER_KEY_FILE === undefined
  )
    refuse('MASTER_KEY_FILE', 'or MASTER_KEY must be set with DATABASE_URL: no key is made for it');
  if (given.CHECKS !== undefined && given.CHECKS !== 'all' && given.DATABASE_URL === undefined)
    refuse('CHECKS', 'needs DATABASE_URL: with SQLite one process does everything');
  if (given.MEDIA_SECRET_ACCESS_KEY !== undefined && given.MEDIA_SECRET_ACCESS_KEY_FILE !== undefined)
    refuse('MEDIA_SECRET_ACCESS_KEY_FILE', 'and MEDIA_SECRET_ACCESS_KEY are both set: unset one of them');
  const secret =
    given.MEDIA_SECRET_ACCESS_KEY_FILE === undefined
      ? 'MEDIA_SECRET_ACCESS_KEY'
      : 'MEDIA_SECRET_ACCESS_KEY_FILE';
  const keySettings = ['MEDIA_ACCESS_KEY_ID', secret] as const;
  const inFile = given.MEDIA_CREDENTIALS_FILE !== undefined;
  const twice = inFile ? keySettings.find((name) => given[name] !== undefined) : undefined;
  if (twice !== undefined) refuse('MEDIA_CREDENTIALS_FILE', `and ${twice} are both set: unset one of them`);
  const bucketSettings: readonly Setting[] = [
    'MEDIA_URL',
    ...(inFile ? (['MEDIA_CREDENTIALS_FILE'] as const) : keySettings),
  ];
  if (bucketSettings.some((name) => given[name] !== undefined))
    for (const name of bucketSettings) if (given[name] === undefined) refuse(name, 'is missing');
  const { DECODER_PROCESSES = 1, DECODER_MEMORY_MB } = environmentSchema.parse(usable());
  const leastMemoryMb = leastDecoderMemoryMb(DECODER_PROCESSES);
  if (DECODER_MEMORY_MB !== undefined && DECODER_MEMORY_MB < leastMemoryMb)
    refuse(
      'DECODER_MEMORY_MB',
      `must be at least ${leastMemoryMb} for DECODER_PROCESSES=${DECODER_PROCESSES}`,
    );
  const { PORT, METRICS_PORT } = environmentSchema.parse(usable());
  if (METRICS_PORT === PORT) refuse('METRICS_PORT', 'must be another port than PORT');
  const data = environmentSchema.parse(usable());
  const isRegisterWhole = !faults.some(({ setting }) => setting.startsWith('NATIONAL_ID_REGISTER_'));
  const register = isRegisterWhole ? registerOf(data, refuse) : null;
  return { environment: environmentOf(data, register), faults };
}

/** Finds what an env file or a template has left in a value. */
function faultOfText(name: Setting, value: string): string | null {
  if (serviceLink.test(value) && name.endsWith('PORT'))
    return 'was set by Kubernetes for a service of that name: set it, or enableServiceLinks to false';
  if (secretSettings.includes(name)) return null;
  if (name === 'MASTER_KEY_FILE' && isBareKey(value))
    return 'must be the path of a file: it looks like the key itself, which belongs into MASTER_KEY';
  if (/^(["']).*\1$/s.test(value.trim())) return 'is in quotes, which are part of it: it must be without';
  if (!freeSettings.includes(name) && /^\s|\s$|\p{Cc}/u.test(value))
    return 'must have no blanks and line breaks around it';
  return null;
}

/** Part of a value that an error may repeat: no secret, and no credentials in an address. */
function repeatable(setting: Setting, value = ''): string | null {
  const isSecret =
    secretSettings.includes(setting) ||
    (/^(PUBLIC|MEDIA)_URL/.test(setting) && value.includes('@')) ||
    (setting === 'MASTER_KEY_FILE' && isBareKey(value));
  return isSecret || value === '' ? null : value;
}

/** Whether a key was given in place of a path; a path from the root may have the same characters. */
function isBareKey(value: string): boolean {
  return !value.startsWith('/') && masterKey.safeParse(value).success;
}

type Data = z.infer<typeof environmentSchema>;

function environmentOf(data: Data, register: RegisterSettings | null): Environment {
  return {
    port: data.PORT,
    host: data.HOST,
    dataFolder: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    databaseTimeoutMs: data.DATABASE_TIMEOUT_SECONDS * 1000,
    migratesAtStart: data.MIGRATE === 'start',
    publicUrl: data.PUBLIC_URL ?? null,
    regionUrls: { us: data.PUBLIC_URL_US ?? null, apac: data.PUBLIC_URL_APAC ?? null },
    demoUrl: `http://localhost:${data.DEMO_PORT}`,
    masterKey: data.MASTER_KEY,
    masterKeyFile: pathOf(data.MASTER_KEY_FILE),
    mediaBucket: bucketOf(data),
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
    register,
    tracing:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: data.OTEL_SERVICE_NAME,
            share: data.OTEL_TRACES_SAMPLER_ARG,
          },
    metrics: data.METRICS_PORT === undefined ? null : { port: data.METRICS_PORT, host: data.METRICS_HOST },
    webhooks: {
      networks: data.WEBHOOK_NETWORKS,
      proxy: data.WEBHOOK_PROXY ?? null,
      caFile: pathOf(data.WEBHOOK_CA_FILE),
    },
    keepAliveMs: data.KEEP_ALIVE_SECONDS * 1000,
    shutdownDelayMs: data.SHUTDOWN_DELAY_SECONDS * 1000,
    decoders: {
      processes: data.DECODER_PROCESSES ?? null,
      memoryMb: data.DECODER_MEMORY_MB ?? null,
      faces: data.FACE_PROCESSES ?? null,
      letters: data.LETTER_PROCESSES ?? null,
      cards: data.CARD_PROCESSES ?? null,
    },
    checks: data.CHECKS,
    sdkFolder: resolve(data.SDK_DIR ?? builtSdk),
    logLevel: data.LOG_LEVEL,
  };
}

/** The bucket of the media; null: none is named, or a key is missing, which is a fault. */
function bucketOf(data: Data): BucketSettings | null {
  const {
    MEDIA_URL: location,
    MEDIA_ACCESS_KEY_ID: accessKeyId,
    MEDIA_SECRET_ACCESS_KEY: secretAccessKey,
    MEDIA_SECRET_ACCESS_KEY_FILE: file,
    MEDIA_CREDENTIALS_FILE: credentials,
  } = data;
  if (location === undefined) return null;
  if (credentials !== undefined) return { location, keys: { credentialsFile: resolve(credentials) } };
  if (accessKeyId === undefined) return null;
  if (file !== undefined) return { location, keys: { accessKeyId, secretAccessKeyFile: resolve(file) } };
  return secretAccessKey === undefined ? null : { location, keys: { accessKeyId, secretAccessKey } };
}

/** The connector to registers: all of its settings or none, at an address that may be connected to. */
function registerOf(
  {
    NATIONAL_ID_REGISTER_URL: url,
    NATIONAL_ID_REGISTER_SECRET: secret,
    NATIONAL_ID_REGISTER_NETWORKS: networks,
    ALLOW_LOOPBACK: allowLoopback,
  }: Data,
  refuse: (setting: Setting, detail: string) => void,
): RegisterSettings | null {
  if (url === undefined && secret === undefined && networks.length === 0) return null;
  if (url === undefined) refuse('NATIONAL_ID_REGISTER_URL', 'is missing');
  if (secret === undefined) refuse('NATIONAL_ID_REGISTER_SECRET', 'is missing');
  if (url === undefined || secret === undefined) return null;
  if (mayLeadTo(new URL(url).hostname, { allowLoopback, networks })) return { url, secret, networks };
  refuse(
    'NATIONAL_ID_REGISTER_URL',
    'leads to no public address: name it, or its network, in NATIONAL_ID_REGISTER_NETWORKS',
  );
  return null;
}

/** Place of the master key by the settings. */
export function masterKeySourceOf({
  masterKey,
  masterKeyFile,
  dataFolder,
}: Pick<Environment, 'masterKey' | 'masterKeyFile' | 'dataFolder'>): MasterKeySource {
  return { text: masterKey, file: masterKeyFile, directory: dataFolder };
}

function pathOf(setting: string | undefined): string | null {
  return setting === undefined ? null : resolve(setting);
}
