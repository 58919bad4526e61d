import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Rules = { readonly createScriptURL: (url: string) => string };

const blob = 'blob:https://shop.example/1';
const loadCopy = async () => {
  vi.resetModules();
  return (await import('./trusted-script-url.ts')).trustedScriptUrl;
};

/** Stubs a browser whose page allows policies by name: each only once, unless the page has `'allow-duplicates'`. */
function demandTrustedTypes(allowsDuplicates: boolean) {
  const names: string[] = [];
  const createPolicy = vi.fn((name: string, rules: Rules) => {
    if (names.includes(name) && !allowsDuplicates) throw new TypeError(`Policy "${name}" already exists.`);
    names.push(name);
    return { createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }) };
  });
  vi.stubGlobal('trustedTypes', { createPolicy });
  return createPolicy;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('returns the URL unchanged if Trusted Types are not enforced', async () => {
  vi.stubGlobal('trustedTypes', undefined);
  expect((await loadCopy())(blob)).toBe(blob);
});

describe('a page that enforces Trusted Types', () => {
  let createPolicy: ReturnType<typeof demandTrustedTypes>;
  beforeEach(() => {
    createPolicy = demandTrustedTypes(false);
  });

  it('accepts Blob URLs through one policy and rejects other URLs', async () => {
    const trustedScriptUrl = await loadCopy();
    expect([trustedScriptUrl(blob), trustedScriptUrl(blob)]).toEqual([{ trusted: blob }, { trusted: blob }]);
    expect(createPolicy).toHaveBeenCalledOnce();
    expect(() => trustedScriptUrl('https://shop.example/evil.js')).toThrow('Not a Blob URL.');
  });

  it('keeps the policy private, so that page scripts cannot use it', async () => {
    const before = Reflect.ownKeys(globalThis);
    (await loadCopy())(blob);
    expect(Reflect.ownKeys(globalThis)).toEqual(before);
  });

  it('creates no policy in a second copy of the SDK', async () => {
    (await loadCopy())(blob);
    const second = await loadCopy();
    expect(() => second(blob)).toThrow('already exists');
  });
});

it('creates a policy in every copy if the page has allow-duplicates', async () => {
  demandTrustedTypes(true);
  (await loadCopy())(blob);
  expect((await loadCopy())(blob)).toEqual({ trusted: blob });
});
