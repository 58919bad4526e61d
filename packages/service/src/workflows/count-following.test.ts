import { expect, it } from 'vitest';
import { countFollowing } from './count-following.ts';
import { workflowDefinitionSchema } from './definition.ts';
import { advance, startWalk, type Walk, type WalkEvent } from './walk.ts';

const definition = workflowDefinitionSchema.parse({
  start: 'document',
  nodes: {
    document: {
      kind: 'document',
      accepts: [{ type: 'PASSPORT', sides: ['front'] }],
      next: 'aml',
    },
    aml: { kind: 'aml', next: 'selfie' },
    selfie: { kind: 'selfie', next: 'end' },
    end: { kind: 'end' },
  },
});
const facts = { inputs: {}, checks: {} };
const submitted: WalkEvent = { kind: 'submitted', chosen: 'PASSPORT' };
const approved: WalkEvent = { kind: 'decided', status: 'APPROVED', facts };
const walkAfter = (...events: WalkEvent[]): Walk =>
  events.reduce((walk, event) => advance(definition, walk, event), startWalk(definition, {}));

it.each<[string, WalkEvent[], string, number]>([
  ['at the first step', [], 'document', 1],
  ['while it is checked', [submitted], 'document', 1],
  ['at a check without a step', [submitted, approved], 'aml', 1],
  ['at the last step', [submitted, approved, approved], 'selfie', 0],
  ['while that is checked', [submitted, approved, approved, submitted], 'selfie', 0],
  ['at the end', [submitted, approved, approved, submitted, approved], 'end', 0],
])('counts the steps that may follow: %s', (_, events, at, following) => {
  const walk = walkAfter(...events);
  expect([walk.at, countFollowing(walk)]).toEqual([at, following]);
});
