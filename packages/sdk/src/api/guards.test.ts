import { clientInitResponseSchema, clientStateSchema, storedCaptureSchema } from '@vendor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { awaitingChecks, clientState, documentStep, finished } from '../testing/client-state.ts';
import { isClientInitResponse, isClientState, isStoredCapture } from './guards.ts';

const stored = { slot: 'front', digest: 'a'.repeat(43), sizeBytes: 7 } as const;
const init = {
  sessionKey: 'key',
  configuration: 'valid',
  requester: '',
  state: clientState({
    step: documentStep({ stored: [stored], reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT' }),
  }),
};

const states = [
  clientState(),
  awaitingChecks(),
  finished({ status: 'EXPIRED', retryLimitOf: null }),
  finished({ status: 'DECLINED', retryLimitOf: 'evidence' }),
];

test.each(states)('accepts the states of the contract: $awaiting $outcome.status', (state) => {
  expect(clientStateSchema.safeParse(state).success).toBe(true);
  expect(isClientState(state)).toBe(true);
});

test('accepts a whole answer to client/init, and members it does not know', () => {
  expect(isClientInitResponse(init)).toBe(true);
  expect(isClientInitResponse({ ...init, news: 1 })).toBe(true);
});

test.each([undefined, null, 1, 'text', [], {}])('refuses %j', (answer) => {
  expect(isClientInitResponse(answer)).toBe(false);
  expect(isClientState(answer)).toBe(false);
  expect(isStoredCapture(answer)).toBe(false);
});

/** Every path to a member in a value. */
function paths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => paths(member, [...path, name]))];
}

/** A deep copy in which the member at a path is another one, or missing. */
function changed(value: unknown, [name, ...rest]: readonly (string | number)[], to: unknown): unknown {
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length === 0 && to === undefined) {
    if (Array.isArray(copy)) copy.splice(Number(name), 1);
    else delete copy[name];
  } else copy[name] = changed(copy[name], rest, to);
  return copy;
}

const oddities = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(null, true, -1, 0, 1, 1.5, '', 'front', 'PASSPORT', 'APPROVED', 'none', 'x'.repeat(43)),
  fc.constantFrom([], {}, ['front'], [stored], documentStep(), { done: 1, total: 1 }),
  fc.jsonValue({ maxDepth: 1 }),
);

test('guards and schemas agree on every answer with one odd member', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paths(init)), oddities, (path, odd) => {
      const answer = changed(init, path, odd);
      expect(isClientInitResponse(answer)).toBe(clientInitResponseSchema.safeParse(answer).success);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.constantFrom(...paths(states[3])),
      oddities,
      (state, path, odd) => {
        const answer = changed(state, path.slice(0, 2), odd);
        expect(isClientState(answer)).toBe(clientStateSchema.safeParse(answer).success);
      },
    ),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths(stored)), oddities, (path, odd) => {
      const answer = changed(stored, path, odd);
      expect(isStoredCapture(answer)).toBe(storedCaptureSchema.safeParse(answer).success);
    }),
  );
});
