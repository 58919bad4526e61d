import { randomBytes } from 'node:crypto';
import {
  chmodSync,
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
import { parseMasterKey } from './master-key.ts';
import { openVault } from './open-vault.ts';
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

describe('the vault of a data directory', () => {
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
    expect(() => openVault({ text: undefined, file, directory })).toThrow(
      'The file in MASTER_KEY_FILE does not exist.',
    );
    // A file where a folder belongs stands for a folder that this user cannot enter: root can enter all of them.
    expect(() => openVault({ text: undefined, file: join(keyFile(), 'elsewhere'), directory })).toThrow(
      'The file in MASTER_KEY_FILE cannot be read by this user (ENOTDIR).',
    );
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
});
