import { expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';

it.each([
  [{ personal: false }, ['Personal: no']],
  [
    { status: ['REVIEW', 'APPROVED'], hasComment: true },
    ['Status: In review → Approved', 'Has comment: yes'],
  ],
  [{ endsAt: [null, '2026-11-28'] }, ['Ends at: none → 2026-11-28']],
  [{ found: 3, by: 'email' }, ['Found: 3', 'By: email']],
  [{ reason: 'راجعتُ' }, ['Reason: \u2068راجعتُ\u2069']],
  [
    { expiresAt: [null, Date.UTC(2030, 0, 15, 12)] },
    [expect.stringMatching(/^Expires at: none → 15 Jan 2030, /)],
  ],
  [{}, []],
])('describes %o in words', (changes, words) => {
  expect(describeChanges(changes)).toEqual(words);
});
