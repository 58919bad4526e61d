import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SealBrokenError } from './sealed-box.ts';
import { createVault, WrongMasterKeyError } from './vault.ts';

const masterKey = randomBytes(32);
const plain = Buffer.from('ERIKSSON ANNA MARIA', 'utf8');

describe('the vault', () => {
  it('opens sealed data after its key was stored in wrapped form', () => {
    const { wrapped, key } = createVault(masterKey).createDataKey();
    const sealed = key.seal(plain, 'inputs');
    const opened = createVault(masterKey).openDataKey(wrapped).open(sealed, 'inputs');
    expect(Buffer.from(opened)).toEqual(plain);
  });

  it('gives every subject a key of its own', () => {
    const vault = createVault(masterKey);
    const sealed = vault.createDataKey().key.seal(plain, 'inputs');
    expect(() => vault.createDataKey().key.open(sealed, 'inputs')).toThrow(SealBrokenError);
  });

  it('reports another master key with a specific error', () => {
    const { wrapped } = createVault(masterKey).createDataKey();
    expect(() => createVault(randomBytes(32)).openDataKey(wrapped)).toThrow(WrongMasterKeyError);
  });

  it('refuses a wrapped key with any bit flipped or any byte missing', () => {
    const vault = createVault(masterKey);
    const { wrapped } = vault.createDataKey();
    for (let bit = 0; bit < wrapped.byteLength * 8; bit += 1) {
      const flipped = Uint8Array.from(wrapped);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => vault.openDataKey(flipped), `bit ${bit}`).toThrow();
    }
    for (let length = 0; length < wrapped.byteLength; length += 1) {
      expect(() => vault.openDataKey(wrapped.subarray(0, length)), `${length} bytes`).toThrow(
        SealBrokenError,
      );
    }
  });

  it('includes no master key in a wrapped key, and no plain text in sealed bytes', () => {
    const { wrapped, key } = createVault(masterKey).createDataKey();
    expect(Buffer.from(wrapped).includes(masterKey)).toBe(false);
    expect(Buffer.from(key.seal(plain, 'inputs')).includes(plain)).toBe(false);
  });

  it('computes equal hashes only within one purpose and under one master key', () => {
    const vault = createVault(masterKey);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (p1, t1, p2, t2) => {
        const same = p1 === p2 && t1 === t2;
        expect(vault.keyedHash(p1, t1) === vault.keyedHash(p2, t2)).toBe(same);
      }),
    );
    expect(vault.keyedHash('ab', 'c')).not.toBe(vault.keyedHash('a', 'bc'));
    expect(vault.keyedHash('1.a', 'b')).not.toBe(vault.keyedHash('1', 'a.b'));
    expect(createVault(masterKey).keyedHash('link', 'x')).toBe(vault.keyedHash('link', 'x'));
    expect(createVault(randomBytes(32)).keyedHash('link', 'x')).not.toBe(vault.keyedHash('link', 'x'));
  });

  it('derives the same key only from the same text', { tags: ['DREQ-46'] }, () => {
    const sealed = createVault(masterKey).derivedKey('reply', 'x').seal(plain, 'c');
    expect(Buffer.from(createVault(masterKey).derivedKey('reply', 'x').open(sealed, 'c'))).toEqual(plain);
    for (const other of [
      createVault(masterKey).derivedKey('reply', 'y'),
      createVault(masterKey).derivedKey('repl', 'yx'),
      createVault(randomBytes(32)).derivedKey('reply', 'x'),
    ]) {
      expect(() => other.open(sealed, 'c')).toThrow(SealBrokenError);
    }
  });

  it('requires a master key of 32 bytes', () => {
    expect(() => createVault(randomBytes(16))).toThrow(RangeError);
  });
});
