import type { PopupEnding, PopupState } from '@vendor/contract';
import { readMember } from '../request.ts';

const completions: readonly unknown[] = ['success', 'pending', 'failed', 'unknown'];
const codes: readonly unknown[] = [...[1, 3, 4, 5, 6].map((digit) => `error_code_${digit}`), 'unknown'];

/** Returns whether an answer is the state of a popup, as defined by the contract. */
export function isPopupState(value: unknown): value is PopupState {
  const seq = readMember(value, 'seq');
  const ending = readMember(value, 'ending');
  return (
    Number.isSafeInteger(seq) &&
    (seq as number) >= 0 &&
    ['opened', 'started', 'closed'].every((name) => typeof readMember(value, name) === 'boolean') &&
    (ending === null || isEnding(ending))
  );
}

/** Returns whether a value is an address that a popup may be sent to. */
export function isWindowAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s/?#]+\/popup#[A-Za-z0-9_-]{43}$/.test(value);
}

function isEnding(value: unknown): value is PopupEnding {
  const kind = readMember(value, 'kind');
  if (kind === 'completed') return completions.includes(readMember(value, 'status'));
  if (kind === 'error') return codes.includes(readMember(value, 'code'));
  return kind === 'cancelled';
}
