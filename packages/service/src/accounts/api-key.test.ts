import { describe, expect, it } from 'vitest';
import { type ApiKeyStore, createApiKey, findApiKey, type StoredApiKey } from './api-key.ts';

function storeOf(...keys: StoredApiKey[]): ApiKeyStore & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async find(id) {
      asked.push(id);
      return keys.find((key) => key.id === id) ?? null;
    },
  };
}

const now = Date.UTC(2026, 10, 27);

function keep({ id, hash }: { id: string; hash: string }): StoredApiKey {
  return {
    id,
    hash,
    accountId: 'account',
    purpose: 'executions',
    workflowIds: null,
    revokedAt: null,
    expiresAt: null,
  };
}

describe('an API key', () => {
  it('finds the key that was created', { tags: ['DHOOK-36'] }, async () => {
    const created = createApiKey('live');
    expect(created.key).toMatch(/^vo_live_[0-9A-Za-z]{61}$/);
    expect(await findApiKey(storeOf(keep(created)), created.key, now)).toMatchObject({
      accountId: 'account',
    });
  });

  it.each(['live', 'test'] as const)(
    'puts the mode %s at the front of a key, followed by its id',
    { tags: ['DHOOK-20'] },
    (mode) => {
      const { key, id } = createApiKey(mode);
      expect(key).toMatch(new RegExp(`^vo_${mode}_${id}[0-9A-Za-z]+$`));
      expect(id.length).toBeGreaterThan(8);
      expect(createApiKey(mode).id).not.toBe(id);
    },
  );

  it('stores a key only as a hash', { tags: ['DHOOK-38'] }, () => {
    const { key, id, hash } = createApiKey('test');
    expect(JSON.stringify({ id, hash })).not.toContain(key.slice(20, 63));
  });

  it('refuses a revoked key', async () => {
    const created = createApiKey('live');
    expect(await findApiKey(storeOf({ ...keep(created), revokedAt: 1 }), created.key, now)).toBeNull();
  });

  it.each([
    ['accepts a key until it expires', now + 1, true],
    ['refuses a key from the moment it expires', now, false],
  ] as const)('%s', async (_title, expiresAt, serves) => {
    const created = createApiKey('live');
    const found = await findApiKey(storeOf({ ...keep(created), expiresAt }), created.key, now);
    expect(found !== null).toBe(serves);
  });

  it('refuses another secret with the same id', { tags: ['DHOOK-36'] }, async () => {
    const created = createApiKey('live');
    const other = createApiKey('live');
    expect(await findApiKey(storeOf({ ...keep(created), hash: other.hash }), created.key, now)).toBeNull();
  });

  it('refuses a wrong checksum without a query', { tags: ['DHOOK-37'] }, async () => {
    const created = createApiKey('live');
    const store = storeOf(keep(created));
    const last = created.key.at(-1) === '0' ? '1' : '0';
    for (const presented of [
      created.key.slice(0, -1) + last,
      created.key.slice(0, -1),
      '',
      'vo_live_',
      `${created.key}0`,
    ]) {
      expect(await findApiKey(store, presented, now)).toBeNull();
    }
    expect(store.asked).toEqual([]);
  });

  it('finds no key under the other mode', { tags: ['DHOOK-20'] }, async () => {
    const created = createApiKey('live');
    expect(await findApiKey(storeOf(keep(created)), created.key.replace('live', 'test'), now)).toBeNull();
  });
});
