import type { InputName, Inputs } from '@vendor/contract';
import fc from 'fast-check';
import { type CheckKindName, findingCodes, isCheckKind } from '../src/check-kinds/registry.ts';
import { comparisonFault } from '../src/workflows/conditions/comparison-fault.ts';
import type { Comparison, Condition } from '../src/workflows/conditions/condition.ts';
import { factType } from '../src/workflows/conditions/fact-type.ts';
import { type WorkflowDefinition, workflowDefinitionSchema } from '../src/workflows/definition.ts';
import { definitionFaults } from '../src/workflows/definition-faults.ts';
import { type CheckNode, nodeSchema, type WorkflowNode } from '../src/workflows/node.ts';
import { reachableFrom } from '../src/workflows/reachable-from.ts';
import { checkKindExamples } from './check-kind-examples.ts';

/** Nodes of each kind in all variants, without their successors. */
export const nodesOfKind: Readonly<Record<string, readonly object[]>> = {
  ...Object.fromEntries(Object.entries(checkKindExamples).map(([kind, { nodes }]) => [kind, nodes])),
  form: [
    { fields: [{ name: 'email' }, { name: 'user_zip', required: false }] },
    { fields: [{ name: 'user_fullname' }, { name: 'user_dob' }, { name: 'nin' }] },
    { fields: [{ name: 'user_country', required: false }, { name: 'phone_number' }] },
  ],
};

/** Facts of a check that conditions may refer to. */
const factsOf = (kind: CheckKindName) => ['status', 'findings', ...checkKindExamples[kind].facts];
/** Inputs of every type. */
const inputFacts = [
  'inputs.email',
  'inputs.user_country',
  'inputs.user_dob',
  'inputs.user_zip',
  'inputs.transaction_amount',
  'inputs.custom_fields.tier',
];

/** One finding code of each kind of check. Simulated checks find all of these, or none. */
export const someCodes = Object.values(findingCodes).map(([code = '']) => code);

const values = ['APPROVED', 'PASS', 'DE', 'FEMALE', '10', '1990-01-02', ...someCodes];
const numbers = [5, 20];
const date = '1990-01-02';

/** Returns a fact in every comparison with a few values, whether it fits the fact or not. */
function allComparisons(fact: string): Comparison[] {
  return [
    ...(['present', 'absent'] as const).map((is) => ({ fact, is })),
    ...(['equal-to', 'not-equal-to'] as const).flatMap((is) =>
      [...values, ...numbers, true].map((value) => ({ fact, is, value })),
    ),
    ...(['one-of', 'none-of'] as const).flatMap((is) =>
      [...values, ...numbers].map((value) => ({ fact, is, value: [value] })),
    ),
    ...(['less-than', 'at-most', 'greater-than', 'at-least'] as const).flatMap((is) =>
      numbers.map((value) => ({ fact, is, value })),
    ),
    ...(['before', 'after'] as const).map((is) => ({ fact, is, value: date })),
    ...(['starting-with', 'ending-with', 'containing', 'including', 'not-including'] as const).flatMap((is) =>
      values.map((value) => ({ fact, is, value })),
    ),
  ];
}

/** Returns a comparison that fits a fact, chosen by a number. */
function comparisonAbout(fact: string, kindOf: Parameters<typeof factType>[1], how: number): Comparison {
  const type = factType(fact, kindOf);
  if (typeof type === 'string') throw new Error(`${fact} ${type}`);
  const all = allComparisons(fact).filter((comparison) => comparisonFault(type, comparison) === undefined);
  return all[how % all.length]!;
}

/** Random choices for one node. */
const drawnNode = fc.record({
  kind: fc.constantFrom(...Object.keys(nodesOfKind), 'condition', 'condition'),
  variant: fc.nat(),
  next: fc.double({ min: 0, max: 1, noNaN: true }),
  other: fc.double({ min: 0, max: 1, noNaN: true }),
  facts: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
  shape: fc.constantFrom('one', 'all', 'any', 'not'),
});

/** Random definitions: nodes of every kind that lead to any later node, and two different ends. */
export const anyDefinition: fc.Arbitrary<WorkflowDefinition> = fc
  .array(drawnNode, { minLength: 1, maxLength: 10 })
  .map((plan) => {
    // Squares the share, so that most nodes lead to a near one and paths are long. Past the last node, both ends occur: `held`
    // after a jump from far before, which takes a share near 1; mostly `end` after the last nodes.
    const later = (index: number, share: number) => {
      const next = index + 1 + Math.floor(share * share * (plan.length - index));
      return next >= plan.length ? (share > 0.9 ? 'held' : 'end') : `n${next}`;
    };
    const nodes: Record<string, Record<string, unknown> & { kind: string }> = {};
    plan.forEach(({ kind, variant, next, other }, index) => {
      const variants = nodesOfKind[kind];
      nodes[`n${index}`] = {
        kind,
        next: later(index, next),
        ...(variants ? variants[variant % variants.length] : { if: isPresent, else: later(index, other) }),
      };
    });
    nodes.end = { kind: 'end' };
    nodes.held = { kind: 'end', status: 'REVIEW' };
    const reached = reachableFrom(parsedOf(nodes), ['n0']);
    const kept = Object.fromEntries(Object.entries(nodes).filter(([id]) => reached.has(id)));
    // A condition may refer only to reachable nodes before it.
    const parsed = parsedOf(kept);
    plan.forEach(({ kind, facts, shape }, index) => {
      const node = kept[`n${index}`];
      if (node && kind === 'condition') node.if = conditionAt(parsed, `n${index}`, facts, shape);
    });
    // Removes members that need a document which some path skips.
    for (const { path } of definitionFaults({ start: 'n0', nodes: parsedOf(kept) })) {
      const [, id = '', member = ''] = path as string[];
      delete kept[id]?.[member];
    }
    return workflowDefinitionSchema.parse({ start: 'n0', nodes: kept });
  });

const isPresent = { fact: 'inputs.email', is: 'present' };
const parsedOf = (nodes: Record<string, object>): Record<string, WorkflowNode> =>
  Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, nodeSchema.parse(node)]));

/** Builds a condition on inputs, and on checks that may come before it. */
function conditionAt(
  nodes: Record<string, WorkflowNode>,
  at: string,
  picks: readonly (readonly [number, number])[],
  shape: 'one' | 'all' | 'any' | 'not',
): Condition {
  const kindOf = (id: string) => nodes[id]?.kind as CheckNode['kind'] | undefined;
  const before = Object.keys(nodes).filter((id) => id !== at && reachableFrom(nodes, [id]).has(at));
  const ofChecks = before.flatMap((id) => {
    const { kind = '' } = nodes[id] ?? {};
    return isCheckKind(kind) ? factsOf(kind).map((name) => `checks.${id}.${name}`) : [];
  });
  const parts = picks.map(([which, how]) => {
    // Checks and inputs are equally likely.
    const facts = ofChecks.length > 0 && which % 2 === 0 ? ofChecks : inputFacts;
    return comparisonAbout(facts[Math.floor(which / 2) % facts.length]!, kindOf, how);
  });
  const [first] = parts as [Comparison, ...Comparison[]];
  return { one: first, all: { all: parts }, any: { any: parts }, not: { not: first } }[shape];
}

/** Valid values of the inputs that nodes need or conditions refer to. */
export const inputValues: Readonly<Partial<Inputs>> & Readonly<Partial<Record<InputName, unknown>>> = {
  email: 'ada@example.com',
  phone_number: '+49 30 901820',
  ip: '203.0.113.7',
  session: 'a device',
  user_fullname: 'Ada Obi',
  user_firstname: 'Ada',
  user_lastname: 'Obi',
  user_dob: '1990-01-02',
  user_country: 'DE',
  user_zip: '10115',
  user_address: '42 Alder Grove, York YO31 7QZ',
  reference_image: 'https://pictures.example/face.jpg',
  nin: '12345678901',
  bvn: '12345678901',
  cpf: '123.456.789-09',
  curp: 'HEGG560427MVZRRL04',
  ssn: '123-45-6789',
  aadhaar: '123456789012',
  transaction_amount: 20,
  custom_fields: { tier: 'APPROVED' },
};
