import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { webhookDeliveriesSchema, webhookEndpointSchema, webhookTestOutcomeSchema } from '../webhook-log.ts';
import * as admin from './index.ts';

const schemas = Object.entries(admin).flatMap(([name, schema]) =>
  schema instanceof z.ZodObject ? [[name, schema as z.ZodObject] as const] : [],
);

/** Members that the public API also has, where they are described. */
const ofTheApi = new Set([
  'comment',
  'status',
  ...[webhookDeliveriesSchema, webhookEndpointSchema, webhookTestOutcomeSchema].flatMap(({ shape }) =>
    Object.keys(shape),
  ),
]);

describe('schemas of the Admin Panel', () => {
  test.each(schemas)('describes every member of %s', (_name, schema) => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
    const bare = Object.entries(properties).filter(
      ([, property]) => !(property as { description?: string }).description,
    );
    expect(bare.map(([name]) => name).filter((name) => !ofTheApi.has(name))).toEqual([]);
  });

  test('accepts a decision with a revision and applies the limits of the public API', () => {
    const schema = admin.adminDecisionRequestSchema;
    const decision = { status: 'APPROVED', comment: 'x'.repeat(250), revision: 3 };
    expect(schema.parse(decision)).toEqual(decision);
    for (const wrong of [{ status: 'REVIEW' }, { revision: -1 }, { comment: 'x'.repeat(251) }])
      expect(schema.safeParse({ ...decision, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
  });
});
