import { outcomes } from '@vendor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusFromChecks, statusFromOutcomes } from './status-rules.ts';

describe('statusFromOutcomes', () => {
  it('approves if every required member passes', { tags: ['DRUN-8'] }, () => {
    expect(statusFromOutcomes({ a: 'PASS', b: 'PASS' }, ['a', 'b'])).toBe('APPROVED');
  });
  it('declines on one required FAIL, also if other checks are in doubt', { tags: ['DRUN-9'] }, () => {
    expect(statusFromOutcomes({ a: 'FAIL', b: 'REVIEW' }, ['a', 'b'])).toBe('DECLINED');
  });
  it.each(['REVIEW', 'NOT_PERFORMED'] as const)(
    'sends a required %s to REVIEW',
    { tags: ['DRUN-10'] },
    (outcome) => {
      expect(statusFromOutcomes({ a: 'PASS', b: outcome }, ['a', 'b'])).toBe('REVIEW');
    },
  );
  it('ignores members that are not required', () => {
    fc.assert(
      fc.property(fc.constantFrom(...outcomes), (other) => {
        expect(statusFromOutcomes<'a' | 'b'>({ a: 'PASS', b: other }, ['a'])).toBe('APPROVED');
      }),
    );
  });
});

describe('statusFromChecks', () => {
  it.each([
    [['APPROVED', 'ERROR', 'DECLINED'], 'ERROR'],
    [['REVIEW', 'DECLINED', 'APPROVED'], 'DECLINED'],
    [['APPROVED', 'REVIEW'], 'REVIEW'],
    [['APPROVED', 'APPROVED'], 'APPROVED'],
  ] as const)('takes the worst of %j', { tags: ['DRUN-11'] }, (checks, status) => {
    expect(statusFromChecks([...checks])).toBe(status);
  });
  it('returns REVIEW without any check', { tags: ['DRUN-11'] }, () => {
    expect(statusFromChecks([])).toBe('REVIEW');
  });
});
