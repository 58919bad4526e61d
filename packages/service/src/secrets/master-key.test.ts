import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRotation } from './key-ring.ts';
import { faultOfKeyFile, isOpenToOthers, MasterKeyError, openVault, parseMasterKey } from './master-key.ts';
import { createWrapping } from './vault.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'master-key-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});
const open = (text?: string) => openVault({ text, directory });
const keyFile = () => join(directory, 'master.key');
const plain = Buffer.from('specimen', 'utf8');
/** Replaces a file as a rotation does. */
const replaceFile = (file: string, text: string) => {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
};

describe('the master key', () => {
  it('creates a key at the first start, readable only by its owner, for later starts', () => {
    const { wrapped, key } = open().createDataKey();
    const sealed = key.seal(plain, 'inputs');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(Buffer.from(open().openDataKey(wrapped).open(sealed, 'inputs'))).toEqual(plain);
    expect(readdirSync(directory).sort()).toEqual(['master.key', 'master.key.proof']);
  });

  it.each([0o640, 0o604, 0o666, 0o620])('refuses a key file that others can access (mode %o)', (mode) => {
    open();
    chmodSync(keyFile(), mode);
    expect(() => open()).toThrow(/can be read by others.*chmod 600/);
  });

  const service = { user: 1000, groups: [1000, 2000] };
  const root = { user: 0, groups: [0, 2000] };
  it.each<[string, number, number, number, typeof service, boolean]>([
    ['a secret of Kubernetes for a group of the service', 0o100440, 0, 2000, service, false],
    ['a secret of Kubernetes for a service that runs as root', 0o100440, 0, 2000, root, false],
    ['a secret for a group of somebody else', 0o100440, 0, 3000, service, true],
    ['a secret that all can read', 0o100444, 0, 2000, service, true],
    ['a secret that its group can write', 0o100460, 0, 2000, service, true],
    ['a file of another user for a group of the service', 0o100440, 1001, 2000, service, true],
    ['its own file for its own group', 0o100640, 1000, 1000, service, true],
    ['a credential of systemd', 0o100440, 0, 0, service, false],
    ['a file of root for the group of root, as root', 0o100640, 0, 0, root, true],
    ['its own file', 0o100600, 1000, 1000, service, false],
  ])('detects whether others can access the key file: %s', (_, mode, uid, gid, ids, isOpen) => {
    expect(isOpenToOthers({ mode, uid, gid }, ids)).toBe(isOpen);
  });

  it.skipIf(process.getuid?.() !== 0)('suggests chmod only to users who can run it', () => {
    const file = join(directory, 'secret');
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o644 });
    chownSync(file, 1001, 1001);
    expect(faultOfKeyFile(file)).toMatch(/this user cannot change that.*defaultMode: 0440.*fsGroup/);
  });

  it('creates no new key if the file of the first was lost', () => {
    open();
    rmSync(keyFile());
    expect(() => open()).toThrow(/is missing/);
    expect(readdirSync(directory)).not.toContain('master.key');
  });

  it('refuses a key under which this data was not sealed', () => {
    open();
    expect(() => open(randomBytes(32).toString('hex'))).toThrow(/encrypted with another master key/);
    writeFileSync(keyFile(), randomBytes(32).toString('base64'));
    expect(() => open()).toThrow(/encrypted with another master key/);
  });

  it('reads the key from the setting after it was moved there from its file', () => {
    const { wrapped } = open().createDataKey();
    const text = readFileSync(keyFile(), 'utf8');
    rmSync(keyFile());
    expect(() => open(text).openDataKey(wrapped)).not.toThrow();
  });

  it('reads the key from a file outside the data directory, which no start creates', () => {
    const { wrapped } = open().createDataKey();
    const file = join(directory, 'elsewhere');
    expect(() => openVault({ text: undefined, file, directory })).toThrow(`${file} does not exist`);
    renameSync(keyFile(), file);
    const opened = openVault({ text: undefined, file, directory });
    expect(() => opened.openDataKey(wrapped)).not.toThrow();
    expect(readdirSync(directory)).not.toContain('master.key');
    chmodSync(file, 0o640);
    expect(() => openVault({ text: undefined, file, directory })).toThrow(/can be read by others/);
  });

  it('wraps data keys under the next master key from the turn after it was replaced', async () => {
    const vault = open();
    const [key, next] = [parseMasterKey(readFileSync(keyFile(), 'utf8')), randomBytes(32)];
    const proofFile = join(directory, 'master.key.proof');
    vault.createDataKey();
    replaceFile(proofFile, beginRotation(readFileSync(proofFile, 'utf8'), key, next));
    await new Promise((resolve) => setImmediate(resolve));
    const { wrapped } = vault.createDataKey();
    expect(createWrapping(next).hasWrapped(wrapped)).toBe(true);
    expect(vault.rewrap(wrapped)).toBeNull();
  });

  it('stops the start when the proof of the key is damaged', () => {
    open();
    writeFileSync(join(directory, 'master.key.proof'), 'damaged');
    expect(() => open()).toThrow(/is damaged/);
  });

  it('accepts 32 bytes in hex or base64, and nothing else', () => {
    const bytes = randomBytes(32);
    for (const text of [
      bytes.toString('hex'),
      bytes.toString('base64'),
      `${bytes.toString('base64url')}\n`,
    ]) {
      expect(Buffer.from(parseMasterKey(text))).toEqual(bytes);
    }
    for (const text of ['', 'secret', randomBytes(31).toString('hex'), `${bytes.toString('hex')}00`]) {
      expect(() => parseMasterKey(text)).toThrow(MasterKeyError);
    }
  });

  it('reveals the key in no error', () => {
    const text = 'not-a-key-but-still-a-secret';
    let message = '';
    try {
      parseMasterKey(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('32 bytes');
    expect(message).not.toContain(text);
  });
});
