import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localhostCertificate } from '../../testing/localhost-certificate.ts';
import { mmdbOf } from '../../testing/mmdb.ts';
import { SettingsError } from './setting-fault.ts';
import { faultOfListening, readUsableSettings } from './usable-settings.ts';

let home: string;
/** Server of another process, which occupies its port. */
const taken = createServer();
let takenPort: string;
/** A port that is free. */
let PORT: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'vo-settings-'));
  writeFileSync(join(home, 'file'), 'x', { mode: 0o600 });
  writeFileSync(join(home, 'shown'), 'a'.repeat(64));
  chmodSync(join(home, 'shown'), 0o644);
  mkdirSync(join(home, 'folder'));
  const { cert, key } = localhostCertificate;
  writeFileSync(join(home, 'ca.pem'), `A root\n${cert}\n\n${cert}`);
  writeFileSync(join(home, 'key.pem'), `${cert}\n${key}`);
  writeFileSync(join(home, 'cut.pem'), `${cert}\n${cert.slice(0, 300)}`);
  writeFileSync(join(home, 'broken.pem'), `${cert}\n${cert.replace(/MII.{40}/, '')}`);
  const portOf = async (server: typeof taken) => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    return String((server.address() as { port: number }).port);
  };
  takenPort = await portOf(taken);
  const free = createServer();
  PORT = await portOf(free);
  await new Promise((resolve) => free.close(resolve));
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(home, { recursive: true, force: true });
});

async function faultsOf(variables: Record<string, string>): Promise<string[]> {
  const read = readUsableSettings({ PORT, DATA_DIR: join(home, 'new', 'data'), ...variables });
  const error = await read.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error !== null && !(error instanceof SettingsError)) throw error;
  return error?.faults.map(({ text }) => text) ?? [];
}

describe('settings of a start', () => {
  it('accepts folders that can be created, and changes nothing', async () => {
    const country = join(home, 'country.mmdb');
    writeFileSync(country, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    const before = readdirSync(home);
    expect(
      await faultsOf({
        PURGE_JOURNAL: join(home, 'away', 'purges.log'),
        IP_COUNTRY_DB: country,
        WEBHOOK_CA_FILE: join(home, 'ca.pem'),
      }),
    ).toEqual([]);
    expect(readdirSync(home)).toEqual(before);
  });

  it.each([
    ['DATA_DIR', 'file', 'must be a folder, but is a file'],
    ['DATA_DIR', 'file/data', 'cannot be created: '],
    ['DATA_DIR', 'file/a/b', 'cannot be created: '],
    ['PURGE_JOURNAL', 'folder', 'must be a file, but is a folder'],
    ['PURGE_JOURNAL', 'file/purges.log', 'cannot be created: '],
    ['MASTER_KEY_FILE', 'folder', 'is not a file'],
    ['MASTER_KEY_FILE', 'shown', 'can be read by others'],
    ['MASTER_KEY_FILE', 'file', 'does not contain a master key. A master key must be 32 bytes'],
    ['IP_COUNTRY_DB', 'absent', 'does not exist'],
    ['IP_ASN_DB', 'folder', 'is not a file'],
    ['IP_ANONYMOUS_DB', 'file', 'is not a MaxMind DB file'],
    ['WEBHOOK_CA_FILE', 'absent', 'does not exist'],
    ['WEBHOOK_CA_FILE', 'folder', 'is not a file'],
    ['WEBHOOK_CA_FILE', 'file', 'contains no PEM certificate'],
    ['WEBHOOK_CA_FILE', 'key.pem', 'contains a private key'],
    ['WEBHOOK_CA_FILE', 'cut.pem', 'has 2 certificates, but not all of them are complete'],
    ['WEBHOOK_CA_FILE', 'broken.pem', 'cannot be read: certificate 2 of 2 is not valid'],
  ])('reports that %s with the path "%s" cannot be used', async (name, path, detail) => {
    const value = join(home, path);
    expect(await faultsOf({ [name]: value })).toEqual([
      expect.stringContaining(`${name}="${value}": ${detail}`),
    ]);
  });

  it('refuses a key file of a bucket that others can read', async () => {
    const bucket = { MEDIA_URL: 's3://media', MEDIA_ACCESS_KEY_ID: 'id' };
    const file = join(home, 'shown');
    expect(await faultsOf({ ...bucket, MEDIA_SECRET_ACCESS_KEY_FILE: file })).toEqual([
      expect.stringContaining(`MEDIA_SECRET_ACCESS_KEY_FILE="${file}": can be read by others`),
    ]);
  });

  it.each([
    ['MASTER_KEY_FILE', 'canary'.repeat(7), {}, 'does not exist'],
    [
      'MEDIA_SECRET_ACCESS_KEY_FILE',
      'canary/K7MDENG+bPxRfiCY',
      { MEDIA_ACCESS_KEY_ID: 'id' },
      'does not exist',
    ],
    ['MEDIA_CREDENTIALS_FILE', '{"SecretAccessKey":"canary"}', {}, 'does not exist'],
    ['MEDIA_CREDENTIALS_FILE', '{"SessionToken":"canary"}'.repeat(20), {}, 'cannot be read by this user'],
  ])(
    'refuses %s with the secret itself as its path, without repeating it',
    async (name, value, others, detail) => {
      const bucket = name.startsWith('MEDIA') ? { MEDIA_URL: 's3://media', ...others } : {};
      expect(await faultsOf({ ...bucket, [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: ${detail}((?!canary).)*$`)),
      ]);
    },
  );

  it('refuses HOST and PORT that cannot be listened on', async () => {
    expect(await faultsOf({ PORT: takenPort })).toEqual([
      `PORT="${takenPort}": another process listens on this port of 127.0.0.1`,
    ]);
    expect(await faultsOf({ HOST: '192.0.2.1' })).toEqual([
      expect.stringMatching(/^HOST="192\.0\.2\.1": is not an address of this machine/),
    ]);
  });

  it('refuses METRICS_HOST and METRICS_PORT that cannot be listened on', async () => {
    expect(await faultsOf({ METRICS_PORT: takenPort })).toEqual([
      `METRICS_PORT="${takenPort}": another process listens on this port of 127.0.0.1`,
    ]);
    expect(await faultsOf({ METRICS_PORT: takenPort, METRICS_HOST: '192.0.2.1' })).toEqual([
      expect.stringMatching(/^METRICS_HOST="192\.0\.2\.1": is not an address of this machine/),
    ]);
  });

  it.each([
    ['EACCES', 'PORT="80": this user is not permitted to listen'],
    ['ENOTFOUND', 'HOST="verify": is a host name that this machine cannot resolve'],
    ['EAI_AGAIN', 'HOST="verify": is a host name that this machine cannot resolve'],
    ['EAFNOSUPPORT', 'HOST="verify": uses an address family'],
    ['EINVAL', 'HOST="verify": cannot be listened on: EINVAL'],
  ])('explains a listen error: %s', (code, text) => {
    const error = Object.assign(new Error(code), { code, syscall: 'listen' });
    expect(faultOfListening(error, { port: 80, host: 'verify' })?.text).toContain(text);
  });

  it('reports malformed and unusable settings at once', async () => {
    const faults = await faultsOf({
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: 'localhost',
      PORT: takenPort,
      DATA_DIR: join(home, 'file'),
      IP_ASN_DB: join(home, 'absent'),
    });
    expect(faults.map((text) => text.split('=')[0]).sort()).toEqual([
      'DATA_DIR',
      'IP_ASN_DB',
      'LOG_LEVEL',
      'PORT',
      'TRUSTED_PROXIES',
    ]);
  });
});
