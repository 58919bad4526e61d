import { expect, it } from 'vitest';
import { z } from 'zod';
import './plain-messages.ts';

const schema = z.strictObject({
  text: z.string().min(1).max(3),
  long: z.string().min(2),
  list: z.array(z.int()).min(1).max(2),
  number: z.number().min(1).max(9),
  positive: z.number().gt(0),
  flag: z.boolean(),
  choice: z.enum(['a', 'b']),
  literal: z.literal('x'),
  either: z.union([z.string(), z.number()]),
  deep: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  tagged: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a') }),
    z.object({ kind: z.literal('b') }),
  ]),
  address: z.url(),
  id: z.uuid(),
  code: z.string().regex(/^x$/),
  record: z.record(z.string().max(1), z.number()),
});

it.each<[string, unknown, string]>([
  ['text', undefined, 'is missing'],
  ['choice', undefined, 'is missing'],
  ['either', undefined, 'is missing'],
  ['text', 7, 'must be a string'],
  ['text', '', 'must not be empty'],
  ['text', 'long', 'must have at most 3 characters'],
  ['long', 'x', 'must have at least 2 characters'],
  ['list', {}, 'must be a list'],
  ['list', [], 'must not be empty'],
  ['list', [1, 2, 3], 'must have at most 2 entries'],
  ['list', [1.5], 'must be a whole number'],
  ['number', '1', 'must be a number'],
  ['number', 0, 'must be at least 1'],
  ['number', 10, 'must be at most 9'],
  ['positive', 0, 'must be more than 0'],
  ['flag', 'true', 'must be true or false'],
  ['choice', 'c', 'must be one of a, b'],
  ['literal', 'y', 'must be x'],
  ['either', true, 'must be a string or a number'],
  ['deep', { a: 1 }, 'has none of the allowed forms'],
  ['tagged', { kind: 'c' }, 'must be one of a, b'],
  ['address', 'x', 'must be a URL'],
  ['id', 'x', 'must be a UUID'],
  ['code', 'y', 'has the wrong format'],
  ['record', { long: 1 }, 'has a name that is not allowed: it must have at most 1 characters'],
  ['unknown', 1, 'has unknown members: "unknown"'],
])('describes the expected value of %s: %j', (name, value, message) => {
  const { error } = schema.partial().safeParse({ [name]: value });
  const required = schema.safeParse({ [name]: value });
  const issues =
    value === undefined ? required.error?.issues.filter(({ path }) => path[0] === name) : error?.issues;
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
});
