// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { admitModule } from './admit-module.ts';

const address = 'https://verify.example/sdk/v1/chunks/shell.js';
const link = () => document.head.querySelector('link');

beforeEach(() => {
  vi.stubGlobal('AbortSignal', class {});
  vi.spyOn(HTMLLinkElement.prototype, 'relList', 'get').mockReturnValue({
    supports: (rel: string) => rel === 'modulepreload',
  } as unknown as DOMTokenList);
});
afterEach(() => vi.unstubAllGlobals());

test.each(['load', 'error'])(
  'loads a chunk with the current nonce in an old browser, and removes the link after %s',
  async (end) => {
    let isAdmitted = false;
    const admitted = admitModule(address, 'n0nce')?.then(() => {
      isAdmitted = true;
    });
    expect(link()).toMatchObject({ rel: 'modulepreload', href: address });
    expect(link()?.getAttribute('nonce')).toBe('n0nce');
    await Promise.resolve();
    expect(isAdmitted).toBe(false);
    link()?.dispatchEvent(new Event(end));
    await admitted;
    expect(isAdmitted).toBe(true);
    expect(link()).toBeNull();
  },
);

test('gives up a link that the page removes', async () => {
  vi.useFakeTimers();
  try {
    const admitted = admitModule(address, 'n0nce');
    link()?.remove();
    vi.advanceTimersByTime(10_000);
    await expect(admitted).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('does nothing without a nonce, or in browsers that do not support or need a preload', () => {
  expect(admitModule(address, undefined)).toBeUndefined();
  vi.stubGlobal('AbortSignal', { timeout: () => undefined });
  expect(admitModule(address, 'n0nce')).toBeUndefined();
  vi.stubGlobal('AbortSignal', class {});
  vi.spyOn(HTMLLinkElement.prototype, 'relList', 'get').mockReturnValue({ supports: () => false } as never);
  expect(admitModule(address, 'n0nce')).toBeUndefined();
  expect(link()).toBeNull();
});
