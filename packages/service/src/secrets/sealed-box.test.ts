import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { open, SealBrokenError, seal, sealOverheadBytes } from './sealed-box.ts';

const key = createSecretKey(randomBytes(32));
const text = (value: string) => Buffer.from(value, 'utf8');

describe('a sealed box', () => {
  it('opens arbitrary sealed bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), fc.string(), (plain, context) => {
        const sealed = seal(key, plain, context);
        expect(sealed.byteLength).toBe(plain.byteLength + sealOverheadBytes);
        expect(Buffer.from(open(key, sealed, context))).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('refuses sealed bytes with any single bit flipped', () => {
    const sealed = seal(key, text('ERIKSSON'), 'inputs');
    for (let bit = 0; bit < sealed.byteLength * 8; bit += 1) {
      const flipped = Uint8Array.from(sealed);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => open(key, flipped, 'inputs'), `bit ${bit}`).toThrow(SealBrokenError);
    }
  });

  it('refuses sealed bytes that were truncated anywhere or lengthened', () => {
    const sealed = seal(key, text('ERIKSSON'), 'inputs');
    for (let length = 0; length < sealed.byteLength; length += 1) {
      expect(() => open(key, sealed.subarray(0, length), 'inputs')).toThrow(SealBrokenError);
      expect(() => open(key, sealed.subarray(sealed.byteLength - length), 'inputs')).toThrow(SealBrokenError);
    }
    expect(() => open(key, Buffer.concat([sealed, Buffer.of(0)]), 'inputs')).toThrow(SealBrokenError);
  });

  it('refuses a tag of 4 bytes, which AES-GCM in Node accepts by default', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 4 });
    cipher.setAAD(Buffer.concat([Buffer.of(1), text('inputs')]));
    const body = Buffer.concat([cipher.update(text('a plain text of some length')), cipher.final()]);
    const forged = Buffer.concat([Buffer.of(1), nonce, body, cipher.getAuthTag()]);
    expect(() => open(key, forged, 'inputs')).toThrow(SealBrokenError);
  });

  it('opens sealed bytes only in the context in which they were sealed', () => {
    const sealed = seal(key, text('ERIKSSON'), 'execution/1/inputs');
    for (const context of ['execution/2/inputs', 'execution/1/input', 'execution/1/inputs ', '']) {
      expect(() => open(key, sealed, context)).toThrow(SealBrokenError);
    }
  });

  it('opens sealed bytes only with their key, and never seals to the same bytes twice', () => {
    const sealed = seal(key, text('ERIKSSON'), 'inputs');
    expect(() => open(createSecretKey(randomBytes(32)), sealed, 'inputs')).toThrow(SealBrokenError);
    const again = seal(key, text('ERIKSSON'), 'inputs');
    expect(Buffer.from(again).equals(Buffer.from(sealed))).toBe(false);
  });
});
