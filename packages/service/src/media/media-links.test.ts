import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from '../secrets/vault.ts';
import { createMediaLinks, mediaLinkLifetimeMs } from './media-links.ts';

const now = Date.UTC(2030, 0, 1);
const masterKey = randomBytes(32);
const links = createMediaLinks(createVault(masterKey), 'https://verify.example');
const present = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  return {
    captureId: pathname.split('/').at(-1)!,
    expires: searchParams.get('expires')!,
    signature: searchParams.get('signature')!,
  };
};

describe('links to captures', () => {
  it('accepts a link for 15 minutes and returns when it expires', { tags: ['S8-7', 'DRUN-27'] }, () => {
    const { url, expiresAt } = links.sign(randomUUID(), now);
    expect(expiresAt).toBe(now + 15 * 60 * 1000);
    expect(url).toMatch(
      /^https:\/\/verify\.example\/orchestration-api\/v1\/media\/[0-9a-f-]{36}\?expires=\d+&signature=/,
    );
    expect(links.verify(present(url), now)).toBe('valid');
    expect(links.verify(present(url), expiresAt - 1)).toBe('valid');
    expect(links.verify(present(url), expiresAt)).toBe('expired');
  });

  it('accepts a link after a restart with the same master key, and rejects it with any other', () => {
    const link = present(links.sign(randomUUID(), now).url);
    expect(createMediaLinks(createVault(masterKey), 'http://x.test').verify(link, now)).toBe('valid');
    expect(createMediaLinks(createVault(randomBytes(32)), 'http://x.test').verify(link, now)).toBe('invalid');
  });

  it('rejects a link whose capture, expiry or signature was changed', { tags: ['DREQ-51'] }, () => {
    const link = present(links.sign(randomUUID(), now).url);
    const forgeries = [
      { ...link, captureId: randomUUID() },
      { ...link, expires: String(Number(link.expires) + mediaLinkLifetimeMs) },
      { ...link, expires: `${link.expires}.0` },
      { ...link, expires: `0${link.expires}` },
      {
        ...link,
        expires: `${link.expires}.${link.captureId.slice(0, 4)}`,
        captureId: link.captureId.slice(4),
      },
      { ...link, expires: 'NaN' },
      { ...link, signature: '' },
      { ...link, signature: `${link.signature}=` },
      { ...link, signature: link.signature.toLowerCase() },
    ];
    for (const forgery of forgeries) {
      expect(links.verify(forgery, now), JSON.stringify(forgery)).toBe('invalid');
    }
  });
});
