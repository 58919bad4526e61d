import { X509Certificate } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { faultOfDatabaseFiles } from '../db/opening/postgres/postgres-pool.ts';
import { faultOfCredentialsFile } from '../media/s3/credentials-file.ts';
import { faultOfKeyFile } from '../secrets/master-key.ts';
import { faultOfSecretFile } from '../secrets/secret-file.ts';
import { type Environment, readSettings } from './environment.ts';
import { type SettingFault, SettingsError, settingFault } from './setting-fault.ts';

/** Explains why an address cannot be listened on now; null if it can. */
export type FindListenFault = (address: Pick<Environment, 'port' | 'host'>) => Promise<SettingFault | null>;

/**
 * Finds well-formed settings that cannot be used on this machine: files and folders that are missing, unreadable or of the
 * wrong kind. Changes nothing.
 */
export function findUnusableSettings({
  dataFolder,
  databaseUrl,
  purgeJournal,
  networkLists,
  masterKeyFile,
  mediaBucket,
  webhooks,
}: Environment): SettingFault[] {
  const faults: SettingFault[] = [];
  const check = (setting: string, path: string | null, findFault: (path: string) => string | null) => {
    const detail = path === null ? null : findFault(path);
    if (detail !== null) faults.push(settingFault(setting, path, detail));
  };
  const checkSecret: typeof check = (setting, path, findFault) => {
    if (path === null || existsSync(path)) return check(setting, path, findFault);
    // Without the value, which may be the secret itself, set by mistake.
    faults.push(settingFault(setting, null, findFault(path) ?? 'does not exist'));
  };
  check('DATA_DIR', dataFolder, findFolderFault);
  checkSecret('MASTER_KEY_FILE', masterKeyFile, faultOfKeyFile);
  const keys = mediaBucket?.keys ?? null;
  const secretFile = keys !== null && 'secretAccessKeyFile' in keys ? keys.secretAccessKeyFile : null;
  checkSecret('MEDIA_SECRET_ACCESS_KEY_FILE', secretFile, (path) => faultOfSecretFile(path, 'an access key'));
  const credentialsFile = keys !== null && 'credentialsFile' in keys ? keys.credentialsFile : null;
  checkSecret('MEDIA_CREDENTIALS_FILE', credentialsFile, faultOfCredentialsFile);
  const databaseFault = databaseUrl === null ? null : faultOfDatabaseFiles(databaseUrl);
  // Without the address, which may contain a password.
  if (databaseFault !== null) faults.push(settingFault('DATABASE_URL', null, databaseFault));
  const isBesideData = dirname(purgeJournal) === dataFolder;
  check('PURGE_JOURNAL', purgeJournal, (path) =>
    isBesideData && !existsSync(path) ? null : findJournalFault(path),
  );
  check('IP_COUNTRY_DB', networkLists.country, findListFault);
  check('IP_ASN_DB', networkLists.asn, findListFault);
  check('IP_ANONYMOUS_DB', networkLists.anonymous, findListFault);
  check('WEBHOOK_CA_FILE', webhooks.caFile, findCertificateFault);
  return faults;
}

/**
 * Reads the settings of a service that is about to start.
 *
 * @throws {SettingsError} with every setting that is malformed, or cannot be used on this machine.
 */
export async function readUsableSettings(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Environment> {
  const { environment, faults } = readSettings(variables);
  const listening = await findListenFault(environment);
  const metrics = environment.metrics && (await tryAddress(environment.metrics, metricsNames));
  const malformed = new Set(faults.map(({ setting }) => setting));
  // A malformed setting counts as its default here, which must not be reported as well.
  const unusable = [
    ...findUnusableSettings(environment),
    ...(listening ? [listening] : []),
    ...(metrics ? [metrics] : []),
  ].filter(({ setting }) => !malformed.has(setting));
  if (faults.length + unusable.length > 0) throw new SettingsError([...faults, ...unusable]);
  return environment;
}

/** Names of the settings of a listen address. */
interface AddressNames {
  readonly port: string;
  readonly host: string;
}

const serviceNames: AddressNames = { port: 'PORT', host: 'HOST' };
export const metricsNames: AddressNames = { port: 'METRICS_PORT', host: 'METRICS_HOST' };

/** Explains a listen error by the setting that caused it; null if no setting did. */
export function faultOfListening(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<Environment, 'port' | 'host'>,
  names = serviceNames,
): SettingFault | null {
  switch (error.code) {
    case 'EADDRINUSE':
      return settingFault(names.port, String(port), `another process listens on this port of ${host}`);
    case 'EACCES':
      return settingFault(
        names.port,
        String(port),
        'this user is not permitted to listen on this port: choose one above 1023',
      );
    case 'EADDRNOTAVAIL':
      return settingFault(
        names.host,
        host,
        'is not an address of this machine: use 0.0.0.0 or :: to listen on all of them',
      );
    case 'EAFNOSUPPORT':
      return settingFault(
        names.host,
        host,
        'uses an address family (IPv4 or IPv6) that this machine does not support',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return settingFault(names.host, host, 'is a host name that this machine cannot resolve');
    default:
      return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
        ? settingFault(names.host, host, `cannot be listened on: ${error.code}`)
        : null;
  }
}

/** Listens for a moment to find out whether the address is available. */
export const findListenFault: FindListenFault = (address) => tryAddress(address, serviceNames);

async function tryAddress(
  address: Pick<Environment, 'port' | 'host'>,
  names: AddressNames,
): Promise<SettingFault | null> {
  // Imported on use: commands start faster without the server.
  const { tryListening } = await import('../http/listen.ts');
  try {
    await tryListening(address);
    return null;
  } catch (error) {
    return faultOfListening(error as NodeJS.ErrnoException, address, names);
  }
}

function findFolderFault(path: string): string | null {
  if (!existsSync(path)) return findCreationFault(path);
  if (!statSync(path).isDirectory()) return 'must be a folder, but is a file';
  return isWritable(path) ? null : 'must be readable and writable by this user';
}

function findJournalFault(path: string): string | null {
  if (!existsSync(path)) return findCreationFault(path);
  if (statSync(path).isDirectory()) return 'must be a file, but is a folder';
  return isAccessible(path, constants.R_OK | constants.W_OK)
    ? null
    : 'must be readable and writable by this user';
}

/** Explains why a missing file or folder could not be created, with its parent folders; null if it could. */
function findCreationFault(path: string): string | null {
  const folder = dirname(path);
  // The root of a missing drive.
  if (folder === path) return 'does not exist';
  if (!existsSync(folder)) return findCreationFault(folder);
  if (!statSync(folder).isDirectory()) return `cannot be created: ${folder} is a file`;
  return isWritable(folder) ? null : `cannot be created: this user cannot write to ${folder}`;
}

/** Marks the metadata of a file in MaxMind's DB format, which lies in its last 128 KiB. */
const listMark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const metadataBytes = 128 * 1024;

function findListFault(path: string): string | null {
  if (!existsSync(path)) return 'does not exist';
  if (!statSync(path).isFile()) return 'is not a file';
  if (!isAccessible(path, constants.R_OK)) return 'cannot be read by this user';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, metadataBytes));
    readSync(file, end, 0, end.length, size - end.length);
    return end.includes(listMark) ? null : 'is not a MaxMind DB file (.mmdb)';
  } finally {
    closeSync(file);
  }
}

/** Maximum size of a certificate file: all public root certificates together take a quarter of it. */
const maxCertificateBytes = 1024 * 1024;

function findCertificateFault(path: string): string | null {
  if (!existsSync(path)) return 'does not exist';
  if (!statSync(path).isFile()) return 'is not a file';
  if (!isAccessible(path, constants.R_OK)) return 'cannot be read by this user';
  if (statSync(path).size > maxCertificateBytes)
    return 'is larger than 1 MiB: it must contain only PEM certificates';
  const text = readFileSync(path, 'latin1');
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return 'contains a private key: it must contain only certificates';
  const begun = text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (begun === 0) return 'contains no PEM certificate, which starts with "-----BEGIN CERTIFICATE-----"';
  if (certificates.length !== begun)
    return `has ${begun} certificates, but not all of them are complete: the file may be truncated`;
  const broken = certificates.findIndex((certificate) => !isCertificate(certificate));
  return broken < 0 ? null : `cannot be read: certificate ${broken + 1} of ${begun} is not valid`;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.byteLength > 0;
  } catch {
    return false;
  }
}

const isWritable = (folder: string) => isAccessible(folder, constants.R_OK | constants.W_OK | constants.X_OK);

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
