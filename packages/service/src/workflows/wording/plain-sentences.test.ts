import { checkStatuses, checkTypes } from '@vendor/contract';
import { type SpokenComparison, sayComparison, sayFact } from '@vendor/texts/staff/say-comparison';
import { sayCode } from '@vendor/texts/staff/say-value';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rawCode } from '../../../testing/raw-code.ts';
import { checkLimit, memberLimit } from '../../administration/runs/judged-by.ts';
import {
  type CheckKindName,
  type CheckNode,
  checkNodeSchemas,
  factSchemas,
  findingSentences,
} from '../../check-kinds/registry.ts';
import type { Comparator } from '../conditions/condition.ts';
import { type FactType, memberType } from '../conditions/fact-type.ts';
import { workflowDefinitionSchema } from '../definition.ts';
import type { DryStep } from '../dry-run.ts';
import { describeStep } from './describe-step.ts';
import { nameOfCheckType, wordsOfWorkflow } from './workflow-words.ts';

const kinds = Object.keys(factSchemas) as CheckKindName[];

const definition = workflowDefinitionSchema.parse({
  start: 'email',
  nodes: { email: { kind: 'email', next: 'end' }, end: { kind: 'end' } },
});
const words = wordsOfWorkflow({
  ...definition,
  nodes: Object.fromEntries(kinds.map((kind) => [kind, { kind } as CheckNode])),
});

/** Lists the members of a check that a condition can test, with their types. */
function membersOf(kind: CheckKindName): [path: string, type: FactType][] {
  const within = (schema: z.ZodObject, path: readonly string[]): [string, FactType][] =>
    Object.entries(schema.shape).flatMap(([name, member]) => {
      const names = [...path, name];
      const type = memberType(kind, names);
      if (type === 'group') return member instanceof z.ZodObject ? within(member, names) : [];
      return type === undefined ? [] : [[names.join('.'), type] as [string, FactType]];
    });
  return within(factSchemas[kind], []);
}

/** Lists values with which a fact of a type can be compared. */
function valuesOf(type: FactType): readonly (string | number | boolean)[] {
  if (type.kind === 'choice' || type.kind === 'codes') return type.values;
  if (type.kind === 'boolean') return [true, false];
  return type.kind === 'number' ? [3] : type.kind === 'date' ? ['2026-01-31'] : ['Anna'];
}

const comparatorsOf: Readonly<Record<FactType['kind'], readonly Comparator[]>> = {
  boolean: ['equal-to', 'not-equal-to'],
  choice: ['equal-to', 'not-equal-to', 'one-of', 'none-of'],
  codes: ['including', 'not-including'],
  number: ['equal-to', 'less-than', 'at-most', 'greater-than', 'at-least'],
  date: ['before', 'after'],
  text: ['equal-to', 'starting-with', 'ending-with', 'containing'],
  any: ['equal-to'],
};

function comparisonsWith(fact: string, type: FactType): SpokenComparison[] {
  const compared = comparatorsOf[type.kind].flatMap((is) => {
    const isList = is === 'one-of' || is === 'none-of';
    return valuesOf(type).map((value) => ({ fact, is, value: isList ? [value] : value }));
  });
  return [{ fact, is: 'present' }, { fact, is: 'absent' }, ...compared];
}

describe('sentences of the Admin Panel', () => {
  it.each(kinds)('describes comparisons with a check of kind %s without codes', (kind) => {
    const members = membersOf(kind);
    expect(members.length).toBeGreaterThan(1);
    for (const [path, type] of members) {
      const fact = `checks.${kind}.${path}`;
      for (const comparison of comparisonsWith(fact, type))
        expect(sayComparison(comparison, words)).not.toMatch(rawCode);
      if (type.kind !== 'codes')
        for (const value of valuesOf(type)) expect(sayFact(fact, value)).not.toMatch(rawCode);
    }
  });

  it.each(checkNodeSchemas.map((schema) => schema.shape.kind.value as CheckKindName))(
    'describes results of a check of kind %s without codes',
    (kind) => {
      const statuses = ['APPROVED', 'REVIEW', 'DECLINED', 'ERROR', null] as const;
      for (const status of statuses) {
        const step: DryStep = { node: kind, kind, status };
        const definitionOfKind = {
          ...definition,
          nodes: { [kind]: { kind } as CheckNode },
        };
        expect(describeStep(definitionOfKind, step).sentence).not.toMatch(rawCode);
      }
    },
  );

  it('describes forms, ends and conditions without codes', () => {
    const steps: DryStep[] = [
      { node: 'form', kind: 'form', asks: ['user_fullname', 'user_dob'], isAnswered: false },
      { node: 'end', kind: 'end', status: 'DECLINED' },
      {
        node: 'choice',
        kind: 'condition',
        taken: 'else',
        because: [
          { comparison: { fact: 'inputs.user_dob', is: 'before', value: '2000-01-01' }, truth: 'missing' },
          { comparison: { fact: 'inputs.custom_fields.vip', is: 'equal-to', value: true }, truth: 'false' },
        ],
      },
    ];
    for (const step of steps) {
      const { sentence, because } = describeStep(definition, step);
      for (const line of [sentence, ...because]) expect(line).not.toMatch(rawCode);
    }
  });

  it('describes statuses, types of checks, findings and limits without codes', () => {
    const node = {
      kind: 'device',
      reviewFrom: 30,
      declineFrom: 100,
      usersPerDevice: 3,
      requires: ['users'],
      next: 'end',
    } as CheckNode;
    const sentences = [
      ...checkStatuses.map(sayCode),
      ...checkTypes.map(nameOfCheckType),
      ...Object.values(findingSentences),
      checkLimit(node),
      memberLimit(node, 'users'),
    ];
    for (const sentence of sentences) expect(sentence).not.toMatch(rawCode);
  });
});
