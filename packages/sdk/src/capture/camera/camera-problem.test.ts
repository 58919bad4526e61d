import { expect, test } from 'vitest';
import { classifyCameraError } from './camera-problem.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'forbidden'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['InvalidStateError', 'busy'],
  ['SomethingNew', 'busy'],
  ['constructor', 'busy'],
] as const)('classifies %s as %s', (name, problem) => {
  expect(classifyCameraError(new DOMException('', name), true)).toBe(problem);
});

test('classifies a missing `mediaDevices` interface as forbidden', () => {
  expect(classifyCameraError(new TypeError("reading 'getUserMedia'"), true)).toBe('forbidden');
});

test('classifies a refusal as forbidden if the Permissions Policy of the page forbids the camera', () => {
  expect(classifyCameraError(new DOMException('', 'NotAllowedError'), false)).toBe('forbidden');
});

test.each([undefined, null, 'NotAllowedError', {}])(
  'treats any other error as a busy camera: %s',
  (error) => {
    expect(classifyCameraError(error, true)).toBe('busy');
  },
);
