import { formAnswersSchema, submitRequestSchema } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkBody } from './faults.ts';

const pointersIn = (text: string, schema: z.ZodType = z.unknown()) =>
  checkBody(schema, JSON.parse(text), 'INVALID_REQUEST_BODY').faults.map(({ pointer }) => pointer);

describe('texts that cannot be stored', () => {
  it('points at every text that cannot be stored, also in unknown members', () => {
    expect(pointersIn('{"ok":{"deep":["x"]},"list":[0,{"a/b":"\\u0000"}],"b":"\\ud800"}')).toEqual([
      '/list/1/a~1b',
      '/b',
    ]);
  });

  it('points at the enclosing object if a member name cannot be stored', () => {
    expect(pointersIn('{"ok":1,"a":{"\\ud800":1,"b":"\\u0000"}}')).toEqual(['/a', '/a/b']);
  });

  it('reports a text once that also breaks the schema', () => {
    const schema = z.looseObject({ a: z.string().max(0) });
    expect(pointersIn('{"a":"\\u0000","b":"\\u0000"}', schema)).toEqual(['/a', '/b']);
  });

  it('reports at most 200 texts that cannot be stored', () => {
    expect(pointersIn(JSON.stringify(Array.from({ length: 1000 }, () => '\u0000')))).toHaveLength(200);
  });
});

describe('unknown members', () => {
  const faultsIn = (captures: Record<string, string>) => {
    const body = { documentType: 'PASSPORT', captures };
    const { faults } = checkBody(submitRequestSchema, body, 'INVALID_REQUEST_BODY');
    return faults.map((fault) => [fault.pointer, fault.detail]);
  };

  it('points at each unknown member', () => {
    expect(faultsIn({ 'a/b~c': 'x', side: 'x' })).toEqual([
      ['/captures/a~1b~0c', 'is an unknown member'],
      ['/captures/side', 'is an unknown member'],
    ]);
  });

  it('points at the enclosing object if a member name cannot be repeated', () => {
    expect(faultsIn({ ['x'.repeat(300)]: 'x', ['y'.repeat(300)]: 'x', '\ud800': 'x' })).toEqual([
      ['/captures', 'has an unknown member'],
    ]);
  });

  it('reports at most 200 unknown members', () => {
    const names = Array.from({ length: 1000 }, (_, index) => [`side${index}`, 'x']);
    expect(faultsIn(Object.fromEntries(names))).toHaveLength(200);
  });
});

describe('optional members that are null', () => {
  it('drops optional members that are null, at any depth', { tags: ['DREQ-88'] }, () => {
    const body = { documentType: null, captures: { front: null, back: 'x'.repeat(43) }, virtualCamera: null };
    const { data } = checkBody(submitRequestSchema, body, 'INVALID_REQUEST_BODY');
    expect(Object.entries(data ?? {})).toEqual([['captures', { back: 'x'.repeat(43) }]]);
    expect(Object.keys(data?.captures ?? {})).toEqual(['back']);
    expect(checkBody(formAnswersSchema, { email: null }, 'INVALID_REQUEST_BODY').data).toStrictEqual({});
  });
});

describe('a member with a wrong value', () => {
  const schema = z.object({ text: z.string().min(1), list: z.array(z.string()).min(1) });
  const faultsIn = (body: unknown) =>
    checkBody(schema, body, 'INVALID_REQUEST_BODY').faults.map(
      ({ pointer, detail }) => `${pointer} ${detail}`,
    );

  it('reports one fault for a member that breaks several rules', () => {
    const strict = z.object({ text: z.string().max(1).regex(/^x$/) });
    const { faults } = checkBody(strict, { text: 'yy' }, 'INVALID_REQUEST_BODY');
    expect(faults.map(({ detail }) => detail)).toEqual(['must have at most 1 characters']);
  });

  it('reports a required null as missing, unless it is the body or an element of a list', () => {
    expect(faultsIn({ text: null, list: null })).toEqual(['/text is missing', '/list is missing']);
    expect(faultsIn({ text: 'x', list: [null] })).toEqual(['/list/0 must be a string']);
    expect(faultsIn(null)).toEqual([' must be an object']);
  });
});
