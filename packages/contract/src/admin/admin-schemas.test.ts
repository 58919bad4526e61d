import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as executions from './executions.ts';
import * as keys from './keys.ts';
import * as links from './links.ts';
import * as ownAccount from './own-account.ts';
import * as people from './people.ts';
import * as workflows from './workflows.ts';

const schemas = Object.entries({
  ...executions,
  ...keys,
  ...links,
  ...ownAccount,
  ...people,
  ...workflows,
}).flatMap(([name, schema]) =>
  schema instanceof z.ZodObject ? [[name, schema as z.ZodObject] as const] : [],
);

describe('schemas of the Admin Panel', () => {
  test.each(schemas)('describes every member of %s', (_name, schema) => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
    const bare = Object.entries(properties).filter(
      ([, property]) => !(property as { description?: string }).description,
    );
    // Members that the API has, too, are described with it.
    expect(bare.map(([name]) => name).filter((name) => !['comment', 'status'].includes(name))).toEqual([]);
  });

  test('takes a decision on a revision, as the API takes one without', () => {
    const schema = executions.adminDecisionRequestSchema;
    const decision = { status: 'APPROVED', comment: 'x'.repeat(250), revision: 3 };
    expect(schema.parse(decision)).toEqual(decision);
    for (const wrong of [{ status: 'REVIEW' }, { revision: -1 }, { comment: 'x'.repeat(251) }])
      expect(schema.safeParse({ ...decision, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});
