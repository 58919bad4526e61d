import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type DecoderSettings, minDecoderMemoryMb } from '../evaluations/decoders/decoder-sizes.ts';
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

const defaultDataFolder = './data';

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
  DATA_DIR: path.default(defaultDataFolder),
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

/** Names of all settings. */
export const settingNames = Object.keys(environmentSchema.shape) as readonly Setting[];

/** Settings whose values are never repeated: secrets, and addresses that may contain one. */
const secretSettings: readonly Setting[] = [
  'DATABASE_URL',
  'MASTER_KEY',
  'MEDIA_SECRET_ACCESS_KEY',
  'NATIONAL_ID_REGISTER_SECRET',
  'NATIONAL_ID_REGISTER_URL',
  'WEBHOOK_PROXY',
];

/** Files of secrets, whose values are not repeated either: somebody may set the secret itself by mistake. */
const secretFiles: readonly Setting[] = [
  'MASTER_KEY_FILE',
  'MEDIA_SECRET_ACCESS_KEY_FILE',
  'MEDIA_CREDENTIALS_FILE',
];

/** Addresses that must not contain a secret, and are not repeated if they may. */
const addressSettings: readonly Setting[] = [
  'PUBLIC_URL',
  'PUBLIC_URL_US',
  'PUBLIC_URL_APAC',
  'MEDIA_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];

/** Values that Kubernetes and Docker set for a service whose name resembles a setting. */
export const serviceLink = /^(tcp|udp|sctp):\/\//;

/** Settings whose values may start or end with spaces, or contain line breaks. */
const freeSettings: readonly Setting[] = [
  ...secretSettings,
  'TRUSTED_PROXIES',
  'NATIONAL_ID_REGISTER_NETWORKS',
  'WEBHOOK_NETWORKS',
];

/** Configuration of this process. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Address of the PostgreSQL database that replaces `service.db`, with its password; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Time-out of a PostgreSQL statement, in ms. */
  readonly databaseTimeoutMs: number;
  /** True if a start migrates PostgreSQL; otherwise `orchestration migrate` does. Every start migrates SQLite. */
  readonly migratesAtStart: boolean;
  /** Public address of the service, without a trailing slash; null: localhost and the port it listens on. */
  readonly publicUrl: string | null;
  /** Public addresses of the services of other regions; null: the same as this service. */
  readonly regionUrls: { readonly us: string | null; readonly apac: string | null };
  readonly demoUrl: string;
  readonly masterKey: string | undefined;
  /** File of the master key, outside the data folder; null: not configured. */
  readonly masterKeyFile: string | null;
  /** Bucket for the media; null: they lie in `media/` of the data folder. */
  readonly mediaBucket: BucketSettings | null;
  /** File of the purge journal, which must not be restored from a backup. */
  readonly purgeJournal: string;
  /** Creates a development account, and accepts another build of the SDK under the same version. */
  readonly isDevelopment: boolean;
  /** Allows requests to this machine, also without TLS: webhooks, reference images, the register connector. */
  readonly allowsLoopback: boolean;
  /** Addresses and networks whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Rate limit of each API key, session and address. */
  readonly rateLimit: RateLimit;
  /** Network lists in MaxMind's DB format that the operator provides; null: not configured. */
  readonly networkLists: {
    readonly country: string | null;
    readonly asn: string | null;
    readonly anonymous: string | null;
  };
  /** The operator's connector to national registers (docs/registers.md); null: not configured. */
  readonly register: RegisterSettings | null;
  /** Address at which metrics are served; null: not served. */
  readonly metrics: { readonly port: number; readonly host: string } | null;
  /** Collector of spans; null: no tracing. */
  readonly tracing: TracingSettings | null;
  readonly webhooks: ReceiverSettings;
  /** Number of processes that decode and check uploads, and the memory of all together; null: chosen by the machine's size. */
  readonly decoders: DecoderSettings;
  /** Checks that this process runs. */
  readonly checks: ChecksRole;
  readonly sdkFolder: string;
  /** How long a connection may be idle between requests, in ms. */
  readonly keepAliveMs: number;
  /** How long the service keeps answering after SIGTERM, while `/readyz` answers 503, in ms. */
  readonly shutdownDelayMs: number;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** Build of the browser SDK, beside this package. */
const builtSdk = fileURLToPath(new URL('../../../sdk/dist/script', import.meta.url));

/** Reads the data folder from the environment variables, even if other settings are invalid. */
export function dataFolderOf(variables: Readonly<Record<string, string | undefined>>): string {
  return resolve(variables.DATA_DIR || defaultDataFolder);
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Texts of the settings that are set. */
type Given = Readonly<Partial<Record<Setting, string>>>;

type Data = z.infer<typeof environmentSchema>;

/** Records a fault of a setting, which then counts as not set. */
type Refuse = (setting: Setting, detail: string) => void;

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

/** Reads the environment variables that can be used: an invalid setting counts as not set. */
export function readSettings(variables: Variables): {
  readonly environment: Environment;
  readonly faults: readonly SettingFault[];
} {
  const given = collectGiven(variables);
  const faults: SettingFault[] = [];
  const refuse: Refuse = (setting, detail) => {
    faults.push(settingFault(setting, repeatable(setting, given[setting]), detail));
  };
  const usable = () => {
    const refused = new Set(faults.map(({ setting }) => setting));
    return Object.fromEntries(Object.entries(given).filter(([name]) => !refused.has(name)));
  };
  for (const name of settingNames) {
    const detail = findTextFault(name, given[name] ?? '');
    if (detail !== null) refuse(name, detail);
  }
  for (const { path, message } of environmentSchema.safeParse(usable()).error?.issues ?? [])
    refuse(path[0] as Setting, message);
  findConflicts(given, refuse);
  findBucketConflicts(given, refuse);
  findSizeConflicts(environmentSchema.parse(usable()), refuse);
  const data = environmentSchema.parse(usable());
  const isRegisterWellFormed = !faults.some(({ setting }) => setting.startsWith('NATIONAL_ID_REGISTER_'));
  const register = isRegisterWellFormed ? readRegister(data, refuse) : null;
  return { environment: buildEnvironment(data, register), faults };
}

/** Collects the settings that are set. */
function collectGiven(variables: Variables): Given {
  const given: Partial<Record<Setting, string>> = {};
  for (const name of settingNames) {
    // Shells pass "not set" as an empty variable.
    if (variables[name]) given[name] = variables[name];
  }
  // Only development has a demo shop; elsewhere a cluster service named "demo" must not prevent a start.
  if (given.DEVELOPMENT !== 'true' && serviceLink.test(given.DEMO_PORT ?? '')) delete given.DEMO_PORT;
  return given;
}

/** Refuses settings that contradict each other, or need another one that is not set. */
function findConflicts(given: Given, refuse: Refuse): void {
  // Refused even if MASTER_KEY is also invalid, because it is unclear which of the two is meant.
  if (given.MASTER_KEY !== undefined && given.MASTER_KEY_FILE !== undefined)
    refuse('MASTER_KEY_FILE', 'and MASTER_KEY are both set: unset one of them');
  if (
    given.DATABASE_URL !== undefined &&
    given.MASTER_KEY === undefined &&
    given.MASTER_KEY_FILE === undefined
  )
    refuse(
      'MASTER_KEY_FILE',
      'or MASTER_KEY must be set with DATABASE_URL: no key is generated in this case',
    );
  if (given.CHECKS !== undefined && given.CHECKS !== 'all' && given.DATABASE_URL === undefined)
    refuse('CHECKS', 'requires DATABASE_URL: with SQLite, one process does everything');
}

/** Refuses keys of the bucket that are set twice, and a bucket or key without the other. */
function findBucketConflicts(given: Given, refuse: Refuse): void {
  if (given.MEDIA_SECRET_ACCESS_KEY !== undefined && given.MEDIA_SECRET_ACCESS_KEY_FILE !== undefined)
    refuse('MEDIA_SECRET_ACCESS_KEY_FILE', 'and MEDIA_SECRET_ACCESS_KEY are both set: unset one of them');
  const secret =
    given.MEDIA_SECRET_ACCESS_KEY_FILE === undefined
      ? 'MEDIA_SECRET_ACCESS_KEY'
      : 'MEDIA_SECRET_ACCESS_KEY_FILE';
  const keySettings = ['MEDIA_ACCESS_KEY_ID', secret] as const;
  const usesCredentialsFile = given.MEDIA_CREDENTIALS_FILE !== undefined;
  const conflicting = usesCredentialsFile ? keySettings.find((name) => given[name] !== undefined) : undefined;
  if (conflicting !== undefined)
    refuse('MEDIA_CREDENTIALS_FILE', `and ${conflicting} are both set: unset one of them`);
  const bucketSettings: readonly Setting[] = [
    'MEDIA_URL',
    ...(usesCredentialsFile ? (['MEDIA_CREDENTIALS_FILE'] as const) : keySettings),
  ];
  if (bucketSettings.some((name) => given[name] !== undefined))
    for (const name of bucketSettings) if (given[name] === undefined) refuse(name, 'is missing');
}

/** Refuses numbers that do not fit together. */
function findSizeConflicts(
  { DECODER_PROCESSES = 1, DECODER_MEMORY_MB, PORT, METRICS_PORT }: Data,
  refuse: Refuse,
): void {
  const minMemoryMb = minDecoderMemoryMb(DECODER_PROCESSES);
  if (DECODER_MEMORY_MB !== undefined && DECODER_MEMORY_MB < minMemoryMb)
    refuse('DECODER_MEMORY_MB', `must be at least ${minMemoryMb} for DECODER_PROCESSES=${DECODER_PROCESSES}`);
  if (METRICS_PORT === PORT) refuse('METRICS_PORT', 'must differ from PORT');
}

/** Finds remains of an env file or template in a value, such as quotes. */
function findTextFault(name: Setting, value: string): string | null {
  if (serviceLink.test(value) && name.endsWith('PORT'))
    return 'was set by Kubernetes for a service of that name: set it yourself, or set enableServiceLinks to false';
  if (secretSettings.includes(name)) return null;
  if (name === 'MASTER_KEY_FILE' && isBareKey(value))
    return 'must be the path of a file, but looks like a key: set MASTER_KEY to the key instead';
  if (/^(["']).*\1$/s.test(value.trim()))
    return 'contains quotes, which become part of the value: remove them';
  if (!freeSettings.includes(name) && /^\s|\s$|\p{Cc}/u.test(value))
    return 'must not start or end with spaces, or contain line breaks';
  return null;
}

/** Returns the value if an error may repeat it; null for secrets, and addresses with credentials, query or fragment. */
function repeatable(setting: Setting, value = ''): string | null {
  const isSecret =
    secretSettings.includes(setting) ||
    secretFiles.includes(setting) ||
    (addressSettings.includes(setting) && /[@?#]/.test(value));
  return isSecret || value === '' ? null : value;
}

/** Returns whether a value is a master key instead of a path. Absolute paths may consist of the same characters. */
function isBareKey(value: string): boolean {
  return !value.startsWith('/') && masterKey.safeParse(value).success;
}

function buildEnvironment(data: Data, register: RegisterSettings | null): Environment {
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
    masterKeyFile: resolveOptional(data.MASTER_KEY_FILE),
    mediaBucket: readBucket(data),
    purgeJournal: resolve(data.PURGE_JOURNAL ?? join(data.DATA_DIR, 'purges.log')),
    isDevelopment: data.DEVELOPMENT,
    allowsLoopback: data.ALLOW_LOOPBACK,
    trustedProxies: data.TRUSTED_PROXIES,
    rateLimit: { perSecond: data.RATE_LIMIT, burst: 2 * data.RATE_LIMIT },
    networkLists: {
      country: resolveOptional(data.IP_COUNTRY_DB),
      asn: resolveOptional(data.IP_ASN_DB),
      anonymous: resolveOptional(data.IP_ANONYMOUS_DB),
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
      caFile: resolveOptional(data.WEBHOOK_CA_FILE),
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

/** Returns the media bucket; null if none is configured, or a key is missing, which is reported as a fault. */
function readBucket(data: Data): BucketSettings | null {
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

/** Returns the register connector. Refuses an incomplete configuration, and an address that may not be connected to. */
function readRegister(
  {
    NATIONAL_ID_REGISTER_URL: url,
    NATIONAL_ID_REGISTER_SECRET: secret,
    NATIONAL_ID_REGISTER_NETWORKS: networks,
    ALLOW_LOOPBACK: allowLoopback,
  }: Data,
  refuse: Refuse,
): RegisterSettings | null {
  if (url === undefined && secret === undefined && networks.length === 0) return null;
  if (url === undefined) refuse('NATIONAL_ID_REGISTER_URL', 'is missing');
  if (secret === undefined) refuse('NATIONAL_ID_REGISTER_SECRET', 'is missing');
  if (url === undefined || secret === undefined) return null;
  if (mayLeadTo(new URL(url).hostname, { allowLoopback, networks })) return { url, secret, networks };
  refuse(
    'NATIONAL_ID_REGISTER_URL',
    'is not a public address: add it, or its network, to NATIONAL_ID_REGISTER_NETWORKS',
  );
  return null;
}

/** Returns where the settings place the master key. */
export function masterKeySourceOf({
  masterKey,
  masterKeyFile,
  dataFolder,
}: Pick<Environment, 'masterKey' | 'masterKeyFile' | 'dataFolder'>): MasterKeySource {
  return { text: masterKey, file: masterKeyFile, directory: dataFolder };
}

function resolveOptional(setting: string | undefined): string | null {
  return setting === undefined ? null : resolve(setting);
}
