import { describe, expect, it } from 'vitest';
import { type SpokenComparison, sayComparison, sayFact } from './say-comparison.ts';

const words = {
  checkOf: (nodeId: string) => (nodeId === 'document' ? 'Document check' : `Check "${nodeId}"`),
  findingOf: (code: string) => (code === 'MALFORMED' ? 'The address is malformed.' : null),
};

describe('sayComparison', () => {
  it.each<[SpokenComparison, string]>([
    [{ fact: 'checks.document.status', is: 'equal-to', value: 'REVIEW' }, 'Document check: review'],
    [
      { fact: 'checks.document.status', is: 'not-equal-to', value: 'DECLINED' },
      'Document check: not declined',
    ],
    [
      { fact: 'checks.a.status', is: 'one-of', value: ['REVIEW', 'DECLINED'] },
      'Check "a": one of review, declined',
    ],
    [{ fact: 'checks.a.status', is: 'absent' }, 'Check "a": not decided'],
    [
      { fact: 'checks.document.duplicatesFound', is: 'equal-to', value: false },
      'Document check: no duplicates found',
    ],
    [
      { fact: 'checks.document.duplicatesFound', is: 'not-equal-to', value: false },
      'Document check: duplicates found',
    ],
    [
      {
        fact: 'checks.document.documentCheckResult.imageQualityCheckResult',
        is: 'equal-to',
        value: 'NOT_PERFORMED',
      },
      'Document check: image quality is not checked',
    ],
    [
      { fact: 'checks.document.documentCheckExtractedData.age', is: 'at-least', value: 18 },
      'Document check: age is at least 18',
    ],
    [
      {
        fact: 'checks.document.documentCheckExtractedData.documentType',
        is: 'none-of',
        value: ['DRIVERS_LICENSE', 'PASSPORT'],
      },
      "Document check: document type is none of driver's license, passport",
    ],
    [
      { fact: 'checks.document.documentCheckExtractedData.documentNumber', is: 'equal-to', value: 'AB_12' },
      'Document check: document number is AB_12',
    ],
    [
      { fact: 'checks.mail.findings', is: 'including', value: 'MALFORMED' },
      'Check "mail" found "The address is malformed"',
    ],
    [
      { fact: 'checks.mail.findings', is: 'not-including', value: 'OF_ANOTHER' },
      'Check "mail" did not find "Of another"',
    ],
    [
      { fact: 'inputs.user_country', is: 'one-of', value: ['DE', 'AT'] },
      'User country is one of Germany, Austria',
    ],
    [{ fact: 'inputs.user_fullname', is: 'present' }, 'User full name is known'],
    [{ fact: 'inputs.custom_fields.a.b', is: 'equal-to', value: true }, 'Custom field "a.b" is yes'],
  ])('writes a comparison as %j', (comparison, sentence) => {
    expect(sayComparison(comparison, words)).toBe(sentence);
  });
});

it.each([
  ['checks.document.duplicatesFound', false, 'no duplicates found'],
  ['checks.document.status', 'REVIEW', 'review'],
  ['inputs.custom_fields.vip', false, 'no'],
  ['inputs.user_country', 'DE', 'Germany'],
  ['inputs.transaction_type', 'WIRE_OUT', 'WIRE_OUT'],
])('writes the fact %s with the value %s in words', (fact, value, words) => {
  expect(sayFact(fact, value)).toBe(words);
});
