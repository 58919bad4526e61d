import { expect, it } from 'vitest';
import { wordsOf } from './statuses.ts';

it.each([
  ['imageQualityCheckResult', 'Image quality'],
  ['faceMatchingResult', 'Face matching'],
  ['user_dob', 'User date of birth'],
  ['birthDate', 'Birth date'],
  ['DOCUMENT_EXPIRED', 'Document expired'],
  ['execution.decide', 'Execution decide'],
])('says %s in words', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
