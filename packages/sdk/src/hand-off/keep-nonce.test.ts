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

/** Answers the nonce that the next page of this tab starts with. */
const nextNonce = () => takeNonce({}, 'eu.token');

function keep(first: HandOffStage | null) {
  const stage = signal(first);
  keepNonce(stage, nonce, life.signal);
  return stage;
}

it('gives the next start of the tab the nonce while the flow is on offer or on a phone, and no longer', () => {
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

it('keeps the nonce over a reload before a phone has claimed the code', () => {
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

it('does without a kept nonce where storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const stage = keep(onPhone);
  stage.value = null;
  expect(nextNonce()).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
});
