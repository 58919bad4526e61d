import type { HandOffOffer, HandOffReturn } from '@vendor/contract';
import { isClientState } from '../guards.ts';
import { readMember } from '../request.ts';

/** A code is good for minutes; what a timer cannot hold (24 days) would be over at once. */
const longestMs = 24 * 60 * 60_000;

/** Whether an answer is an offer as the contract has it, whose address a phone may be sent to. */
export function isHandOffOffer(value: unknown): value is HandOffOffer {
  const timeLeftMs = readMember(value, 'timeLeftMs');
  return (
    isMatch(value, 'url', /^https?:\/\/[^\s/?#]+\/phone#[A-Za-z0-9_-]{43}$/) &&
    isMatch(value, 'pairingCode', /^\d{4}$/) &&
    isMatch(value, 'expiresAt', /^\d{4}-\d\d-\d\dT\d\d:\d\d/) &&
    Number.isSafeInteger(timeLeftMs) &&
    (timeLeftMs as number) > 0 &&
    (timeLeftMs as number) <= longestMs
  );
}

/** Whether an answer is a session that was taken back, as the contract has it. */
export function isHandOffReturn(value: unknown): value is HandOffReturn {
  return typeof readMember(value, 'sessionKey') === 'string' && isClientState(readMember(value, 'state'));
}

function isMatch(value: unknown, name: string, pattern: RegExp): boolean {
  const text = readMember(value, name);
  return typeof text === 'string' && pattern.test(text);
}
