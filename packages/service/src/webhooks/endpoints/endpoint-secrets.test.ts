import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault } from '../../secrets/vault.ts';
import {
  createEndpointSecret,
  type EndpointSecret,
  openSecrets,
  rotatableAt,
  rotateSecrets,
  sealSecrets,
  secretsInUse,
} from './endpoint-secrets.ts';

const day = 24 * 60 * 60 * 1000;

describe('the secrets of an endpoint', () => {
  it('creates secrets of 256 random bits in the format of Standard Webhooks', { tags: ['DHOOK-5'] }, () => {
    expect(createEndpointSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createEndpointSecret()).not.toBe(createEndpointSecret());
  });

  it('signs with the old and the new secret for a day after a rotation, the new one first', () => {
    const rotated = rotateSecrets([{ secret: 'old', until: null }], 'fresh', 1000);
    const names = (now: number) => secretsInUse(rotated, now).map(({ secret }) => secret);
    expect(names(1000)).toEqual(['fresh', 'old']);
    expect(names(1000 + day - 1)).toEqual(['fresh', 'old']);
    expect(names(1000 + day)).toEqual(['fresh']);
  });

  it('does not prolong a retiring secret at another rotation', () => {
    const once = rotateSecrets([{ secret: 'a', until: null }], 'b', 0);
    const twice = rotateSecrets(once, 'c', day / 2);
    expect(secretsInUse(twice, day).map(({ secret }) => secret)).toEqual(['c', 'b']);
    expect(rotateSecrets(twice, 'd', 2 * day).map(({ secret }) => secret)).toEqual(['d', 'c']);
  });

  it('allows at most five secrets: the next rotation must wait until the oldest expires', {
    tags: ['DHOOK-6'],
  }, () => {
    let secrets: EndpointSecret[] = [{ secret: 'first', until: null }];
    for (let hour = 1; hour <= 4; hour += 1) {
      expect(rotatableAt(secrets, hour)).toBeNull();
      secrets = rotateSecrets(secrets, `fresh ${hour}`, hour);
    }
    expect(secretsInUse(secrets, 5)).toHaveLength(5);
    expect(rotatableAt(secrets, 5)).toBe(1 + day);
    expect(rotatableAt(secrets, day)).toBe(1 + day);
    expect(rotatableAt(secrets, 1 + day)).toBeNull();
    expect(secretsInUse(rotateSecrets(secrets, 'last', 1 + day), 1 + day)).toHaveLength(5);
  });

  it('encrypts secrets, and decrypts them only for their endpoint', () => {
    const { key } = createVault(randomBytes(32)).createDataKey();
    const secrets = [{ secret: createEndpointSecret(), until: null }];
    const sealed = sealSecrets(key, 'endpoint-1', secrets);
    expect(Buffer.from(sealed).includes(Buffer.from(secrets[0]!.secret))).toBe(false);
    expect(openSecrets(key, 'endpoint-1', sealed)).toEqual(secrets);
    expect(() => openSecrets(key, 'endpoint-2', sealed)).toThrow();
  });
});
