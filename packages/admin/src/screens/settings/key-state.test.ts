import { expect, it } from 'vitest';
import { stateOfKey } from './key-state.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const day = (offset: number) => new Date(now + offset * 86_400_000).toISOString();

it.each([
  ['active without an expiry', null, null, 'active', null],
  ['active long before its expiry', null, day(15), 'active', day(15)],
  ['expiring within two weeks', null, day(14), 'soon', day(14)],
  ['expired from its expiry on', null, day(0), 'ended', day(0)],
  ['revoked', day(-1), null, 'revoked', day(-1)],
  ['revoked before its expiry', day(-2), day(-1), 'revoked', day(-2)],
  ['expired, though revoked later', day(-1), day(-2), 'ended', day(-2)],
])('recognises a key that is %s', (_, revokedAt, expiresAt, state, at) => {
  expect(stateOfKey({ revokedAt, expiresAt }, now)).toEqual({ state, at });
});
