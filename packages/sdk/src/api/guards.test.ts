import {
  type ClientState,
  clientInitResponseSchema,
  clientStateSchema,
  storedCaptureSchema,
} from '@vendor/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressStep,
  awaitingChecks,
  cardStep,
  clientState,
  documentStep,
  evidenceStep,
  finished,
  selfieStep,
} from '../testing/client-state.ts';
import { contradictsItself } from './contradiction.ts';
import { isStoredCapture } from './guard-parts.ts';
import { isClientInitResponse, isClientState } from './guards.ts';

const stored = { slot: 'front', digest: 'a'.repeat(43), sizeBytes: 7 } as const;
const init = {
  sessionKey: 'key',
  configuration: 'valid',
  requester: '',
  wantsDevice: true,
  state: clientState({
    step: documentStep({ stored: [stored], reasons: ['IMAGE_BLURRED'], chosen: 'PASSPORT' }),
  }),
};
const selfieInit = {
  ...init,
  state: clientState({
    step: selfieStep({ reasons: ['SELFIE_STILL'], stored: [{ ...stored, slot: 'selfie-1' }] }),
  }),
};
const collectInits = [
  addressStep({ reasons: ['DOCUMENT_TOO_OLD'], stored: [{ ...stored, slot: 'address' }] }),
  cardStep({ reasons: ['CARD_NUMBER_NOT_FOUND'], stored: [{ ...stored, slot: 'card-back' }] }),
  evidenceStep({ reasons: ['FILE_PROTECTED'], stored: [{ ...stored, slot: 'evidence-5' }] }),
].map((step) => ({ ...init, state: clientState({ step }) }));
const answers = [init, selfieInit, ...collectInits];

const states = [
  clientState(),
  awaitingChecks(),
  finished({ status: 'EXPIRED', retryLimitOf: null }),
  finished(
    { status: 'DECLINED', retryLimitOf: 'evidence' },
    { progress: { done: 1, total: 1, following: 0 } },
  ),
];

test.each(states)('accepts a state of the contract: $awaiting $outcome.status', (state) => {
  expect(clientStateSchema.safeParse(state).success).toBe(true);
  expect(isClientState(state)).toBe(true);
});

const none = { done: 0, total: 0 };

test.each<[string, Partial<ClientState>]>([
  ['awaits the user without a step', { step: null, progress: { done: 0, total: 2 } }],
  ['awaits a user who has begun without a step', { step: null, begun: true, progress: none }],
  ['awaits checks, but has a step', { begun: true, awaiting: 'checks' }],
  ['ended, but has a step', { awaiting: 'none', outcome: { status: 'APPROVED', retryLimitOf: null } }],
  ['more steps done than there are', { progress: { done: 2, total: 1 } }],
])('rejects a state that contradicts itself: %s', (_, members) => {
  const state = clientState(members);
  expect(clientStateSchema.safeParse(state).success).toBe(true);
  expect(isClientState(state)).toBe(false);
  expect(isClientInitResponse({ ...init, state })).toBe(false);
});

test('accepts a state without a step when only data is checked, or the flow continues elsewhere', () => {
  const withoutSteps = clientState({ step: null, progress: none });
  expect(isClientState(withoutSteps)).toBe(true);
  expect(isClientInitResponse({ ...init, state: withoutSteps })).toBe(true);
  const begun = clientState({ step: null, begun: true });
  expect(isClientInitResponse({ ...init, configuration: 'hosted', state: begun })).toBe(true);
});

test('accepts a complete answer to client/init, and unknown members', () => {
  for (const answer of answers) expect(isClientInitResponse(answer)).toBe(true);
  expect(isClientInitResponse({ ...init, news: 1 })).toBe(true);
});

test.each([undefined, null, 1, 'text', [], {}])('rejects %j', (answer) => {
  expect(isClientInitResponse(answer)).toBe(false);
  expect(isClientState(answer)).toBe(false);
  expect(isStoredCapture(answer)).toBe(false);
});

test('rejects values that are not numbers and cannot be compared with one', () => {
  const state = { ...clientState(), progress: { done: { toString: '' }, total: 1 } };
  expect(isClientState(state)).toBe(false);
  expect(isClientInitResponse({ ...init, state })).toBe(false);
});

/** Returns the paths of all members of a value. */
function paths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => paths(member, [...path, name]))];
}

/** Returns a deep copy with the member at a path replaced or removed. */
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
  fc.constantFrom([], {}, ['front'], ['straight', 'left'], [stored], documentStep(), { done: 1, total: 1 }),
  fc.jsonValue({ maxDepth: 1 }),
);

const places = answers.flatMap((whole) => paths(whole).map((path) => ({ whole, path })));

/** Returns whether a schema accepts an answer that does not contradict itself. */
function soundInit(answer: unknown): boolean {
  const { data } = clientInitResponseSchema.safeParse(answer);
  if (!data || isOverfull(data.state)) return false;
  return data.configuration !== 'valid' || !contradictsItself(data.state);
}
function soundState(answer: unknown): boolean {
  const { data } = clientStateSchema.safeParse(answer);
  return data !== undefined && !isOverfull(data) && !contradictsItself(data);
}
const isOverfull = ({ progress }: ClientState) => progress.done > progress.total;

test('accepts every answer with one odd member exactly if the schema does', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), oddities, ({ whole, path }, odd) => {
      const answer = changed(whole, path, odd);
      expect(isClientInitResponse(answer)).toBe(soundInit(answer));
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
        expect(isClientState(answer)).toBe(soundState(answer));
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
