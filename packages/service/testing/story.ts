import { linkLifetimeSeconds } from '@vendor/contract';
import fc from 'fast-check';
import type { FirstNode, Start } from './expected-run.ts';

const hourMs = 3_600_000;

const happenings = [
  'begin',
  'submit',
  'submit',
  'check passes',
  'check doubts',
  'check declines',
  'check asks again',
  'check breaks',
  'extend',
  'leave',
  'cancel',
  'take over',
  'go to the phone',
  'take back',
  'open a window',
  'minutes pass',
  'an hour passes',
  'a day passes',
  'a week passes',
  'approve',
  'decline',
  'purge',
  'purge overdue',
] as const;
export type Happening = (typeof happenings)[number];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...happenings).map((one) => [one]) },
  // Concurrent events: an end, an expiry, a decision and a purge may race.
  { weight: 2, arbitrary: fc.uniqueArray(fc.constantFrom(...happenings), { minLength: 2, maxLength: 4 }) },
);

/** How an execution is started, and the happenings at each step: one, or several concurrently. */
export interface Story {
  readonly start: Start;
  readonly steps: readonly (readonly Happening[])[];
}

const steps: fc.Arbitrary<Happening[][]> = fc
  .tuple(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 6 }))
  // Most stories should get somewhere, so they begin and submit a document.
  .chain(([first, then]) =>
    fc.constantFrom(
      [['begin'], ['submit'], ...first, ...then] as Happening[][],
      [...first, ['begin'], ['submit'], ...then] as Happening[][],
    ),
  );

const way: fc.Arbitrary<Omit<Start, 'first'>> = fc.oneof(
  fc.constant({ channel: 'token', lifetimeMs: hourMs } as const),
  // Lifetimes of links: minimum, default and maximum (thirty days), or between an hour and 26 hours.
  fc
    .oneof(
      fc.constantFrom(linkLifetimeSeconds.min, linkLifetimeSeconds.default, linkLifetimeSeconds.max),
      fc.integer({ min: linkLifetimeSeconds.min, max: 26 * 3600 }),
    )
    .map((seconds) => ({ channel: 'link', lifetimeMs: seconds * 1000 }) as const),
);

const start: fc.Arbitrary<Start> = fc
  .tuple(fc.constantFrom<FirstNode>('document', 'email'), way)
  .map(([first, rest]) => ({ first, ...rest }));

export const story: fc.Arbitrary<Story> = fc.record({ start, steps });
