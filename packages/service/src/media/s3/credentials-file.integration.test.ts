import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BucketServer, serverKeys, startBucketServer } from '../../../testing/bucket-server.ts';
import type { OperatorRequest } from '../../outgoing/operator-request.ts';
import { openBucket } from './bucket.ts';
import { faultOfCredentialsFile, followCredentials } from './credentials-file.ts';
import { areCredentialsReadable } from './media-bucket.ts';

let server: BucketServer;
let home: string;
let file: string;
beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'credentials-'));
  file = join(home, 'credentials.json');
});
afterEach(() => rmSync(home, { recursive: true }));

const { accessKeyId, secretAccessKey } = serverKeys;
const text = (token: string) =>
  JSON.stringify({
    Version: 1,
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    SessionToken: token,
    Expiration: '2030-01-15T12:00:00Z',
  });
/** Replaces the file atomically, as tools that renew credentials do. */
function renew(content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

it('signs each request with the current credentials, and sends their token', async () => {
  const requests: OperatorRequest[] = [];
  renew(text('token-1'));
  const bucket = openBucket({
    location: {
      bucket: 'media',
      prefix: 'live',
      endpoint: 'http://s3.test',
      region: 'eu-1',
      signsPayload: true,
    },
    keys: followCredentials(file),
    client: {
      async send(request) {
        requests.push(request);
        return { status: 200, headers: {}, body: Buffer.alloc(0) };
      },
    },
  });
  await bucket.put('a', Buffer.from('x'));
  renew(text('token-2'));
  await bucket.put('a', Buffer.from('x'));
  expect(requests.map(({ headers }) => headers?.['x-amz-security-token'])).toEqual(['token-1', 'token-2']);
  for (const { headers } of requests)
    expect(headers?.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
});

it('stores and reads at a server that verifies signatures', async () => {
  renew(text('token-1'));
  const bucket = server.open({}, followCredentials(file));
  await bucket.put('a', Buffer.from('x'));
  renew(text('token-2'));
  expect(Buffer.from((await bucket.get('a'))!).toString()).toBe('x');
  renew(text('token-3').replace(accessKeyId, 'somebody'));
  await expect(bucket.get('a')).rejects.toMatchObject({ code: 'BUCKET_KEY_REFUSED' });
});

it('keeps the last credentials while the file is missing or half written', () => {
  renew(text('token-1'));
  const current = followCredentials(file);
  expect(current().sessionToken).toBe('token-1');
  rmSync(file);
  expect(current().sessionToken).toBe('token-1');
  renew(text('token-2').slice(0, 40));
  expect(current().sessionToken).toBe('token-1');
  renew(text('token-3'));
  expect(current().sessionToken).toBe('token-3');
});

it('keeps the last credentials while the file, or its folder, cannot be read', () => {
  renew(text('token-1'));
  const current = followCredentials(file);
  expect(current().sessionToken).toBe('token-1');
  // A folder in its place cannot be read even by root.
  rmSync(file);
  mkdirSync(file);
  expect(current().sessionToken).toBe('token-1');
  rmSync(home, { recursive: true });
  writeFileSync(home, 'no folder');
  expect(current().sessionToken).toBe('token-1');
  rmSync(home);
  mkdirSync(home);
  renew(text('token-2'));
  expect(current().sessionToken).toBe('token-2');
});

it('checks whether credentials can be read from the file now', () => {
  const location = {
    bucket: 'media',
    prefix: '',
    endpoint: 'http://s3.test',
    region: 'eu-1',
    signsPayload: true,
  };
  const readable = () => areCredentialsReadable({ location, keys: { credentialsFile: file } });
  expect(readable()).toBe(false);
  renew(text('token-1'));
  expect(readable()).toBe(true);
  rmSync(file);
  mkdirSync(file);
  expect(readable()).toBe(false);
  expect(areCredentialsReadable(null)).toBe(true);
});

it('names the setting of the file if credentials could never be read from it', () => {
  mkdirSync(file);
  expect(followCredentials(file)).toThrow('MEDIA_CREDENTIALS_FILE contains no bucket credentials');
});

it.each([
  ['does not exist', () => {}],
  ['must be JSON', () => renew('{}')],
  ['must be JSON', () => renew(serverKeys.secretAccessKey)],
  ['can be read by others', () => writeFileSync(file, text('token-1'), { mode: 0o644 })],
])('reports a file that %s', (words, lay) => {
  lay();
  expect(faultOfCredentialsFile(file)).toContain(words);
});

it('accepts session tokens as long as those of cloud providers', () => {
  renew(text('t'.repeat(4000)));
  expect(faultOfCredentialsFile(file)).toBeNull();
});
