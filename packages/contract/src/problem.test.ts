import { describe, expect, it } from 'vitest';
import { completionTypes, languages, renderingModes, sdkErrorCodes } from './client/sdk-events.ts';
import { apiErrorStatus, problemFaultSchema, problemSchema, problemStatus } from './problem.ts';

describe('problem codes', () => {
  it('gives each problem code the HTTP status of the specification', { tags: ['S7-1'] }, () => {
    expect(apiErrorStatus).toEqual({
      MISSING_REQUIRED_INPUTS: 400,
      INVALID_INPUT_FORMAT: 400,
      INVALID_REQUEST_BODY: 400,
      EXECUTION_IN_PROGRESS: 400,
      EXECUTION_PURGED: 400,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      WORKFLOW_NOT_FOUND: 404,
      WORKFLOW_EXECUTION_NOT_FOUND: 404,
      RATE_LIMITED: 429,
      INTERNAL_ERROR: 500,
    });
  });

  it('gives every problem code an error status', () => {
    for (const status of Object.values(problemStatus)) expect(status).toBeGreaterThanOrEqual(400);
  });

  it('defines the members of a problem object, with request id and faults', {
    tags: ['DREQ-57', 'DREQ-58', 'DREQ-59', 'DREQ-60', 'DREQ-61', 'DREQ-62', 'DREQ-63'],
  }, () => {
    expect(Object.keys(problemSchema.shape)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'code',
      'requestId',
      'errors',
    ]);
  });

  it('requires exactly one place in each fault', { tags: ['DREQ-55'] }, () => {
    const isFault = (place: object) =>
      problemFaultSchema.safeParse({ ...place, code: 'CODE', detail: 'is wrong' }).success;
    for (const place of [{ pointer: '' }, { header: 'x-api-key' }, { parameter: 'id' }]) {
      expect(isFault(place)).toBe(true);
    }
    for (const place of [{}, { pointer: '', header: 'x-api-key' }, { header: 'a', parameter: 'a' }]) {
      expect(isFault(place)).toBe(false);
    }
  });
});

describe('closed sets of the SDK', () => {
  it('defines the completion types success, pending, failed and unknown', { tags: ['S6.2-7'] }, () => {
    expect(completionTypes).toEqual(['success', 'pending', 'failed', 'unknown']);
  });
  it('defines the six SDK error codes of the specification', { tags: ['S7.3-1'] }, () => {
    expect(sdkErrorCodes).toEqual([
      'error_code_1',
      'error_code_3',
      'error_code_4',
      'error_code_5',
      'error_code_6',
      'unknown',
    ]);
  });
  it('defines the nine languages of the specification', { tags: ['S4.5-9'] }, () => {
    expect(languages).toEqual(['en', 'de', 'es', 'fr', 'it', 'pt', 'hu', 'ar', 'zh']);
  });
  it('defines the rendering modes fullscreen, popup and inline', () => {
    expect(renderingModes).toEqual(['fullscreen', 'popup', 'inline']);
  });
});
