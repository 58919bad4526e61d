// @vitest-environment jsdom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HandOffStage } from '../flow/screen.ts';
import { takeNonce } from '../start-nonces.ts';
import { keepNonce } from './keep-nonce.ts';

const nonce = 'nonce-of-the-page';
const offered: HandOffStage = { of: 'offer', code: 'coming' };
const onPhone: HandOffStage = { of: 'phone', at: 'document', step: 1, steps: 1 };

let life: AbortController;
beforeEach(() => {
  life = new AbortController();
});
afterEach(() => {
  life.abort();
  vi.unstubAllGlobals();
});

/** Returns the nonce with which the next page of this tab starts. */
const nextNonce = () => takeNonce({}, 'eu.token');

function keep(first: HandOffStage | null) {
  const stage = signal(first);
  keepNonce(stage, nonce, life.signal);
  return stage;
}

it("keeps the nonce for the tab's next start only while the flow is offered to a phone or runs on it", () => {
  const stage = keep(null);
  expect(nextNonce()).not.toBe(nonce);
  stage.value = offered;
  expect(nextNonce()).toBe(nonce);
  stage.value = onPhone;
  expect(nextNonce()).toBe(nonce);
  stage.value = null;
  expect(nextNonce()).not.toBe(nonce);
});

it('forgets the nonce when the page closes the flow', () => {
  keep(onPhone);
  expect(nextNonce()).toBe(nonce);
  life.abort();
  expect(nextNonce()).not.toBe(nonce);
});

it('keeps the nonce across a reload before a phone has claimed the code', () => {
  keep(offered);
  life = new AbortController();
  const stage = keep(null);
  expect(nextNonce()).toBe(nonce);
  stage.value = onPhone;
  expect(nextNonce()).toBe(nonce);
});

it('keeps no nonce for a page of the service, which has its own', () => {
  keepNonce(signal(onPhone), undefined, life.signal);
  expect(sessionStorage.length).toBe(0);
});

it('works without a kept nonce if storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const stage = keep(onPhone);
  stage.value = null;
  expect(nextNonce()).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
});
