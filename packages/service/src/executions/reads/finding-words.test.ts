import { retryReasonSchema } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { findingCodes } from '../../check-kinds/registry.ts';
import { sentencesOf, wordsOf } from './finding-words.ts';

describe('sentences for findings', () => {
  const codes = [
    ...new Set([...Object.values(findingCodes).flat(), ...retryReasonSchema.options]),
    'RETRY_LIMIT_EXCEEDED',
    'CHECK_NOT_CARRIED_OUT',
    'SANDBOX',
  ];

  it('has a sentence for every code that a check can have', () => {
    expect(codes.filter((code) => !/^[A-Z].+\.$/.test(wordsOf(code) ?? ''))).toEqual([]);
    expect(new Set(codes.map(wordsOf)).size).toBe(new Set(codes).size);
  });

  it.each([
    [null, []],
    ['', []],
    ['PICTURE_SOFT, EXPIRED', ['PICTURE_SOFT', 'EXPIRED']],
    ['EMAIL (first): EMAIL_DOMAIN_DISPOSABLE', ['EMAIL_DOMAIN_DISPOSABLE']],
    ['SANDBOX: RETRY_LIMIT_EXCEEDED', ['SANDBOX', 'RETRY_LIMIT_EXCEEDED']],
    ['AML: AML_HIT ofac-sdn/1001 0.93', ['AML_HIT']],
    ['toString constructor UNKNOWN_CODE', []],
  ])('reads the codes of "%s"', (detail, expected) => {
    expect(sentencesOf(detail)).toEqual(expected.map(wordsOf));
  });
});
