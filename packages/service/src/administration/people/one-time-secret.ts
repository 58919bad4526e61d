import { timingSafeEqual } from 'node:crypto';
import { randomToken } from '../../secrets/random-token.ts';

/** A token of the form `<id>.<secret>`: the id finds the row, and the secret authenticates the bearer. */
export interface Token {
  readonly id: string;
  readonly secret: string;
}

export function createSecret(): string {
  return randomToken();
}

export function formatToken({ id, secret }: Token): string {
  return `${id}.${secret}`;
}

/** @returns null for a text that is not a token. */
export function parseToken(text: string): Token | null {
  const [, id, secret] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** Compares two hashes in constant time. */
export function isSameHash(stored: string, computed: string): boolean {
  const [left, right] = [Buffer.from(stored), Buffer.from(computed)];
  return left.length === right.length && timingSafeEqual(left, right);
}
