import { describe, expect, it } from 'vitest';
import { linkRequestSchema, linkResponseSchema, startRequestSchema, startResponseSchema } from './start.ts';

const workflowId = '7d6f9f64-2a5a-4d3b-9a63-0f0b6a3f6a10';
const start = { workflowId, inputs: { user_id: 'u' } };

describe('the start request', () => {
  it('needs workflowId and inputs', () => {
    expect(startRequestSchema.safeParse(start).success).toBe(true);
    expect(startRequestSchema.safeParse({}).error?.issues.map((issue) => issue.path[0])).toEqual([
      'workflowId',
      'inputs',
    ]);
  });

  it('takes only a uuid as workflowId', () => {
    for (const bad of ['x', '7d6f9f64-2a5a-4d3b-9a63', 7, null]) {
      expect(startRequestSchema.safeParse({ ...start, workflowId: bad }).success).toBe(false);
    }
  });

  it('ignores unknown top-level members', () => {
    expect(startRequestSchema.parse({ ...start, extra: 1 })).toEqual(start);
  });
});

describe('the start response', () => {
  it('has executionId, token, expiresAt and requiresClientInit', () => {
    expect(Object.keys(startResponseSchema.shape)).toEqual([
      'executionId',
      'token',
      'expiresAt',
      'requiresClientInit',
    ]);
  });
});

describe('the link request', () => {
  it.each([
    [3600, true],
    [2_592_000, true],
    [3599, false],
    [2_592_001, false],
    [3600.5, false],
    ['3600', false],
    [null, true],
  ])('with expiresIn %s is taken: %s', (expiresIn, taken) => {
    expect(linkRequestSchema.safeParse({ ...start, expiresIn }).success).toBe(taken);
  });

  it.each(['completedUrl', 'incompleteUrl'])('takes only an absolute http or https URL as %s', (member) => {
    for (const good of ['https://example.com/done', 'http://localhost:3000/x?y=1', null]) {
      expect(linkRequestSchema.safeParse({ ...start, [member]: good }).success).toBe(true);
    }
    for (const bad of ['/done', 'example.com', 'javascript:alert(1)', 'ftp://example.com', '']) {
      expect(linkRequestSchema.safeParse({ ...start, [member]: bad }).success).toBe(false);
    }
  });
});

describe('the link response', () => {
  it('has executionId and redirectUrl', () => {
    expect(Object.keys(linkResponseSchema.shape)).toEqual(['executionId', 'redirectUrl']);
  });
});
