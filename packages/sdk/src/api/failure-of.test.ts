import { problemStatus } from '@vendor/contract';
import { expect, test } from 'vitest';
import { failureOf } from './failure-of.ts';

test.each([
  ['UNAUTHORIZED', 'unauthorized'],
  ['SESSION_EXPIRED', 'unauthorized'],
  ['FORBIDDEN', 'unexpected'],
  ['SESSION_TAKEN_OVER', 'taken-over'],
  ['STEP_NOT_AWAITED', 'out-of-step'],
  ['CAPTURE_SEALED', 'out-of-step'],
  ['CAPTURE_MISSING', 'out-of-step'],
  ['CAPTURE_LIMIT_REACHED', 'unexpected'],
  ['PAYLOAD_TOO_LARGE', 'unusable'],
  ['UNSUPPORTED_MEDIA_TYPE', 'unusable'],
  ['RATE_LIMITED', 'unavailable'],
  ['UPLOAD_TOO_SLOW', 'unavailable'],
  ['INTERNAL_ERROR', 'unavailable'],
  ['UNAVAILABLE', 'unavailable'],
  ['NOT_FOUND', 'unexpected'],
] as const)('maps the code %s to %s', (code, kind) => {
  expect(failureOf(problemStatus[code], code)).toMatchObject({ kind, status: problemStatus[code] });
});

test.each([
  [0, 'unavailable'],
  [400, 'unexpected'],
  [401, 'unauthorized'],
  [403, 'unexpected'],
  [408, 'unavailable'],
  [413, 'unusable'],
  [425, 'unavailable'],
  [429, 'unavailable'],
  [502, 'unavailable'],
  [599, 'unavailable'],
] as const)('maps the status %s without a code to %s', (status, kind) => {
  expect(failureOf(status).kind).toBe(kind);
  expect(failureOf(status, 'SOMETHING_NEW').kind).toBe(kind);
  expect(failureOf(status, 'constructor').kind).toBe(kind);
});
