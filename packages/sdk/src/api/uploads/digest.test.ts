import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { computeDigest } from './digest.ts';
import { sha256 } from './sha-256.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1_000, 70_001])(
  'hashes %s bytes with SHA-256',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 255);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);

test('computes the same digest inside and outside a secure context', async () => {
  const picture = new Blob([Uint8Array.of(255, 216, 255, 0, 7)]);
  const secure = await computeDigest(picture);
  vi.stubGlobal('crypto', {});
  expect(await computeDigest(picture)).toBe(secure);
  expect(secure).toBe(
    createHash('sha256')
      .update(Uint8Array.of(255, 216, 255, 0, 7))
      .digest('base64'),
  );
});
