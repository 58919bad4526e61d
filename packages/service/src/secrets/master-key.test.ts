import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MasterKeyError, parseMasterKey } from './master-key.ts';

describe('a master key in a setting or file', () => {
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
