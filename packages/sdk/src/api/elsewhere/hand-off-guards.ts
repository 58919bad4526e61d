import type { HandOffOffer, HandOffReturn } from '@vendor/contract';
import { isClientState } from '../guards.ts';
import { readMember } from '../request.ts';

/**
 * Maximum duration that an answer may name, in ms. Codes are valid for minutes; a duration beyond 24 days would overflow a
 * timer, which then fires immediately.
 */
const maxMs = 24 * 60 * 60_000;

/** Returns whether an answer is a valid hand-off offer whose address a phone may open. */
export function isHandOffOffer(value: unknown): value is HandOffOffer {
  const timeLeftMs = readMember(value, 'timeLeftMs');
  return (
    isMatch(value, 'url', /^https?:\/\/[^\s/?#]+\/phone#[A-Za-z0-9_-]{43}$/) &&
    isMatch(value, 'pairingCode', /^\d{4}$/) &&
    isMatch(value, 'expiresAt', /^\d{4}-\d\d-\d\dT\d\d:\d\d/) &&
    Number.isSafeInteger(timeLeftMs) &&
    (timeLeftMs as number) > 0 &&
    (timeLeftMs as number) <= maxMs
  );
}

/** Returns whether an answer is a session taken back, as defined by the contract. */
export function isHandOffReturn(value: unknown): value is HandOffReturn {
  return typeof readMember(value, 'sessionKey') === 'string' && isClientState(readMember(value, 'state'));
}

function isMatch(value: unknown, name: string, pattern: RegExp): boolean {
  const text = readMember(value, name);
  return typeof text === 'string' && pattern.test(text);
}
