import type { InputName, Inputs } from '@vendor/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDefinition, inputValues, nodesOfKind, someCodes } from '../../testing/any-workflow.ts';
import { checkKindExamples, type Need } from '../../testing/check-kind-examples.ts';
import { assumedFactsSchema } from './assumed-facts.ts';
import type { CheckFacts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { type DryStep, dryRun } from './dry-run.ts';
import { type CheckNode, hasCheck, nodeSchema, takesCaptures, type WorkflowNode } from './node.ts';
import { requiredInputs } from './required-inputs.ts';
import { statusFromChecks } from './status-rules.ts';
import { advance, startWalk, type Walk, type WalkEvent, walkSchema } from './walk.ts';

/** Result of a check. Each member that a condition may test is present or missing. */
const anyResult = fc
  .record({
    status: fc.constantFrom('APPROVED', 'APPROVED', 'REVIEW', 'DECLINED'),
    retries: fc.nat({ max: 3 }),
    facts: fc.record(
      {
        findings: fc.constantFrom([], someCodes),
        duplicatesFound: fc.boolean(),
        documentCheckExtractedData: fc.record(
          {
            age: fc.constantFrom(5, 20, 21, null),
            birthDate: fc.constantFrom('1990-01-02', '2010-01-01', null),
            gender: fc.constantFrom('FEMALE', 'MALE', null),
            country: fc.constantFrom('DE', 'FR', null),
          },
          { requiredKeys: [] },
        ),
        documentCheckResult: fc.record({ photocopyCheckResult: fc.constantFrom('PASS', 'REVIEW') }),
        selfieVerificationResult: fc.record({ livenessCheckResult: fc.constantFrom('PASS', 'FAIL') }),
        proofOfAddressExtractedData: fc.record({ extractedAddress: fc.constantFrom('10 Row, York', null) }),
        creditCardVerificationResult: fc.record({ brand: fc.constantFrom('DE', null) }),
        evidenceCollectionCheckResult: fc.record({ files: fc.constantFrom(5, 20) }),
        network: fc.record({
          country: fc.constantFrom('DE', null),
          usersToday: fc.constantFrom(4, 20, null),
        }),
        device: fc.record({ score: fc.constantFrom(0, 20, 30) }),
        screening: fc.record({ hits: fc.constantFrom(0, 5), score: fc.constantFrom(null, 5) }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ status, retries, facts }) => ({ retries, facts: { status, ...facts } as CheckFacts }));
/**
 * Course of an execution: results of its checks, its inputs and answers, and the step at which it expires or a check cannot be
 * carried out.
 */
const anyScenario = fc.record({
  results: fc.array(anyResult, { minLength: 10, maxLength: 10 }),
  sent: fc.array(fc.constantFrom(...(Object.keys(inputValues) as InputName[])), { maxLength: 12 }),
  answersOptional: fc.boolean(),
  breaksAt: fc.option(fc.nat({ max: 20 }), { freq: 4 }),
});
type Scenario = typeof anyScenario extends fc.Arbitrary<infer Value> ? Value : never;

const needsOf = (node: CheckNode): readonly Need[] =>
  (checkKindExamples[node.kind].needs as (node: CheckNode) => readonly Need[])(node);

/** Number of passed nodes by kind, and of conditions by branch. */
const met = new Map<string, number>();

/** Facts that an execution knows; a dry run gets those that were sent, answered or decided. */
interface World {
  inputs: Partial<Inputs>;
  readonly sent: Partial<Inputs>;
  readonly answers: Record<string, Partial<Inputs>>;
  readonly checks: Record<string, CheckFacts>;
}

function sentBy(definition: WorkflowDefinition, { sent }: Scenario): Partial<Inputs> {
  const names = new Set<InputName>([...requiredInputs(definition), ...sent]);
  return Object.fromEntries([...names].map((name) => [name, name === 'user_id' ? 'u' : inputValues[name]]));
}

function eventAt(walk: Walk, node: WorkflowNode, world: World, scenario: Scenario): WalkEvent {
  const result = scenario.results[Number(walk.at.slice(1))]!;
  if (node.kind === 'form') {
    const asked = walk.fields.filter(({ required }) => required || scenario.answersOptional);
    const given = Object.fromEntries(asked.map(({ name }) => [name, inputValues[name]])) as Partial<Inputs>;
    world.answers[walk.at] = given;
    world.inputs = { ...world.inputs, ...given };
    return { kind: 'answered', facts: { inputs: world.inputs, checks: world.checks } };
  }
  if (walk.awaiting === 'user') return { kind: 'submitted', chosen: null };
  if (takesCaptures(node) && walk.attempt <= result.retries) return { kind: 'retry', reasons: [] };
  world.checks[walk.at] = result.facts;
  return {
    kind: 'decided',
    status: result.facts.status as 'APPROVED',
    facts: { inputs: world.inputs, checks: { ...world.checks } },
  };
}

/** Walks to the end and returns the result. Checks invariants of all walks at each step. */
function walkThrough(
  definition: WorkflowDefinition,
  scenario: Scenario,
): { walk: Walk; world: World; broken: boolean } {
  const sent = sentBy(definition, scenario);
  const world: World = { inputs: sent, sent, answers: {}, checks: {} };
  let walk = startWalk(definition, sent);
  expect(startWalk(definition, sent)).toEqual(walk);
  let broken = false;
  for (let steps = 0; walk.awaiting !== 'none'; steps += 1) {
    expect(steps).toBeLessThan(10 * 3 * 2);
    expect(walkSchema.parse(JSON.parse(JSON.stringify(walk)))).toEqual(walk);
    expect(walk.outcome).toBeNull();
    const node = nodeOf(definition, walk.at);
    if (hasCheck(node)) expectNeeds(node, world, definition);
    expect(walk.attempt).toBeLessThanOrEqual(takesCaptures(node) ? node.attempts : 1);
    const breaks = steps === scenario.breaksAt;
    broken ||= breaks;
    const event: WalkEvent = breaks
      ? { kind: walk.awaiting === 'user' ? 'expired' : 'failed' }
      : eventAt(walk, node, world, scenario);
    const before = JSON.stringify(walk);
    const next = advance(definition, walk, event);
    // Pure: the same arguments have the same result, and are not changed.
    expect(advance(definition, walk, event)).toEqual(next);
    expect(JSON.stringify(walk)).toBe(before);
    expect(stepsInAll(definition, next)).toBeLessThanOrEqual(stepsInAll(definition, walk));
    if (event.kind === 'decided' || event.kind === 'answered')
      met.set(node.kind, (met.get(node.kind) ?? 0) + 1);
    walk = next;
  }
  return { walk, world, broken };
}

function expectNeeds(node: CheckNode, world: World, definition: WorkflowDefinition): void {
  const hasDocument = Object.keys(world.checks).some((id) => nodeOf(definition, id).kind === 'document');
  const has = (need: Need): boolean => {
    if (need === 'a document') return hasDocument;
    return need === 'a name' ? hasDocument || has('user_fullname') : world.inputs[need] !== undefined;
  };
  for (const need of needsOf(node)) expect(has(need), need).toBe(true);
}

/** Counts the steps shown to a user: completed ones and those that may follow. */
function stepsInAll(definition: WorkflowDefinition, { decided, answered, coming }: Walk): number {
  const shown = decided.filter(({ nodeId }) => takesCaptures(nodeOf(definition, nodeId))).length;
  return shown + answered.length + coming.length;
}

/** Converts the steps of a dry run to the members of a walk. */
function toWalk(steps: readonly DryStep[]) {
  return {
    branches: steps.flatMap((step) =>
      step.kind === 'condition' ? [{ nodeId: step.node, taken: step.taken }] : [],
    ),
    answered: steps.flatMap((step) => (step.kind === 'form' && step.asks.length > 0 ? [step.node] : [])),
    decided: steps.flatMap((step) =>
      'status' in step && step.kind !== 'end' ? [{ nodeId: step.node, status: step.status }] : [],
    ),
    end: steps.at(-1),
  };
}

describe('a walk through nodes of every kind', () => {
  it('walks deterministically to one end, visits no node twice, and has the data for each check when it reaches it', () => {
    fc.assert(
      fc.property(anyDefinition, anyScenario, (definition, scenario) => {
        const { walk } = walkThrough(definition, scenario);
        const statuses = walk.decided.map(({ status }) => status);
        const at = nodeOf(definition, walk.at);
        const byRule = statuses.length === 0 ? 'REVIEW' : statusFromChecks(statuses);
        const expected = at.kind === 'end' && at.status !== 'BY_RULE' ? at.status : byRule;
        expect(['EXPIRED', expected]).toContain(walk.outcome?.status);
        const nodes = [...walk.decided, ...walk.branches].map(({ nodeId }) => nodeId).concat(walk.answered);
        expect(new Set(nodes).size).toBe(nodes.length);
        for (const { nodeId, taken } of walk.branches) {
          expect(nodeOf(definition, nodeId).kind).toBe('condition');
          met.set(taken, (met.get(taken) ?? 0) + 1);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('takes the path of a dry run, to the same end', () => {
    fc.assert(
      fc.property(anyDefinition, anyScenario, (definition, drawn) => {
        const results = drawn.results.map((result) => ({ ...result, retries: 0 }));
        const { walk, world } = walkThrough(definition, { ...drawn, results, breaksAt: null });
        const { sent: inputs, answers, checks } = world;
        const way = toWalk(dryRun(definition, assumedFactsSchema.parse({ inputs, answers, checks })));
        expect(way.branches).toEqual(walk.branches);
        expect(way.answered).toEqual(walk.answered);
        expect(way.decided).toEqual(walk.decided);
        expect(way.end).toMatchObject({ kind: 'end', node: walk.at, status: walk.outcome?.status });
      }),
      { numRuns: 70 },
    );
  });

  it('requires no input that none of its checks needs', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const required = requiredInputs(definition);
        const needs = Object.values(definition.nodes).flatMap((node) =>
          hasCheck(node) ? needsOf(node) : [],
        );
        const names = needs.includes('a name') ? ['user_id', 'user_fullname'] : ['user_id'];
        for (const name of required) expect([...names, ...needs]).toContain(name);
      }),
      { numRuns: 50 },
    );
  });

  it('visits every kind of node, and both branches of conditions, in the tests above', () => {
    const kinds = nodeSchema.options.map(({ shape }) => shape.kind.value);
    expect([...Object.keys(nodesOfKind), 'condition', 'end'].sort()).toEqual([...kinds].sort());
    const walked = kinds.filter((kind) => kind !== 'condition' && kind !== 'end');
    for (const what of [...walked, 'if', 'else']) expect(met.get(what) ?? 0, what).toBeGreaterThan(0);
  });
});
