import { expect, it } from 'vitest';
import { withinSentence, wordsOfName } from './words-of-name.ts';

it.each([
  ['imageQualityCheckResult', 'Image quality'],
  ['faceMatchingResult', 'Face matching'],
  ['user_dob', 'User date of birth'],
  ['birthDate', 'Birth date'],
  ['DOCUMENT_EXPIRED', 'Document expired'],
  ['execution.decide', 'Execution decide'],
])('writes %s in words', (name, words) => {
  expect(wordsOfName(name)).toBe(words);
});

it('keeps the capitals of an abbreviation within a sentence', () => {
  expect([withinSentence('Image quality'), withinSentence('AML screening'), withinSentence('')]).toEqual([
    'image quality',
    'AML screening',
    '',
  ]);
});
