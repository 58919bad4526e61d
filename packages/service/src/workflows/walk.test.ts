import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeOf, type WorkflowDefinition, workflowDefinitionSchema } from './definition.ts';
import { statusFromChecks } from './status-rules.ts';
import { advance, startWalk, type Walk, type WalkEvent, walkSchema } from './walk.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] } as const;
const oneDocument = workflowDefinitionSchema.parse({
  start: 'document',
  nodes: { document: { ...passport, next: 'end' }, end: { kind: 'end' } },
});
const play = (definition: WorkflowDefinition, ...events: WalkEvent[]): Walk =>
  events.reduce((walk, event) => advance(definition, walk, event), startWalk(definition));
const submitted: WalkEvent = { kind: 'submitted', chosen: 'PASSPORT' };
const blurred: WalkEvent = { kind: 'retry', reasons: ['IMAGE_BLURRED'] };

describe('advance', () => {
  it('waits for the user, then for the check, then ends by its status', () => {
    expect(play(oneDocument)).toMatchObject({ at: 'document', awaiting: 'user', attempt: 1 });
    expect(play(oneDocument, submitted)).toMatchObject({ awaiting: 'checks', chosen: 'PASSPORT' });
    expect(play(oneDocument, submitted, { kind: 'decided', status: 'REVIEW' })).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'REVIEW', retryLimitOf: null },
    });
  });

  it('asks again with the reasons and counts the try', () => {
    expect(play(oneDocument, submitted, blurred)).toMatchObject({
      awaiting: 'user',
      attempt: 2,
      reasons: ['IMAGE_BLURRED'],
      chosen: 'PASSPORT',
    });
  });

  it('ends as declined by the retry limit after three tries', () => {
    expect(play(oneDocument, submitted, blurred, submitted, blurred, submitted, blurred)).toMatchObject({
      awaiting: 'none',
      decided: [{ nodeId: 'document', status: 'DECLINED' }],
      outcome: { status: 'DECLINED', retryLimitOf: 'document' },
    });
  });

  it('lets a node send the retry limit to review', () => {
    const lenient = workflowDefinitionSchema.parse({
      start: 'document',
      nodes: {
        document: { ...passport, attempts: 1, pastLimit: 'REVIEW', next: 'end' },
        end: { kind: 'end' },
      },
    });
    expect(play(lenient, submitted, blurred).outcome).toEqual({ status: 'REVIEW', retryLimitOf: 'document' });
  });

  it('ends as ERROR when a check cannot be carried out', () => {
    expect(play(oneDocument, submitted, { kind: 'failed' }).outcome?.status).toBe('ERROR');
  });

  it('expires only while the user is awaited', () => {
    expect(play(oneDocument, { kind: 'expired' }).outcome?.status).toBe('EXPIRED');
    expect(() => play(oneDocument, submitted, { kind: 'expired' })).toThrow('cannot happen');
  });

  it('lets an end node say otherwise', () => {
    const always = workflowDefinitionSchema.parse({
      start: 'email',
      nodes: { email: { kind: 'email', next: 'end' }, end: { kind: 'end', status: 'REVIEW' } },
    });
    expect(play(always, { kind: 'decided', status: 'APPROVED' }).outcome?.status).toBe('REVIEW');
  });
});

const chain = fc
  .array(fc.constantFrom('document' as const, 'email' as const, 'phone' as const), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((kinds) =>
    fc
      .array(fc.integer({ min: 1, max: 4 }), { minLength: kinds.length, maxLength: kinds.length })
      .map((attempts) => {
        const nodes: Record<string, unknown> = { end: { kind: 'end' } };
        kinds.forEach((kind, index) => {
          const next = index + 1 < kinds.length ? `n${index + 1}` : 'end';
          nodes[`n${index}`] =
            kind === 'document' ? { ...passport, attempts: attempts[index], next } : { kind, next };
        });
        return workflowDefinitionSchema.parse({ start: 'n0', nodes });
      }),
  );

/** An event that can happen where the walk stands, chosen by a number. */
function possibleEvent(definition: WorkflowDefinition, walk: Walk, choice: number): WalkEvent {
  const possible: WalkEvent[] =
    walk.awaiting === 'user'
      ? [submitted, submitted, submitted, { kind: 'expired' }]
      : [
          { kind: 'decided', status: 'APPROVED' },
          { kind: 'decided', status: 'REVIEW' },
          { kind: 'decided', status: 'DECLINED' },
          { kind: 'failed' },
          ...(nodeOf(definition, walk.at).kind === 'document' ? [blurred, blurred, blurred] : []),
        ];
  return possible[choice % possible.length]!;
}

describe('any walk', () => {
  it('comes to one end, within its limits, whatever happens', () => {
    fc.assert(
      fc.property(chain, fc.infiniteStream(fc.nat()), (definition, choices) => {
        let walk = startWalk(definition);
        let steps = 0;
        while (walk.awaiting !== 'none') {
          expect(walkSchema.parse(JSON.parse(JSON.stringify(walk)))).toEqual(walk);
          expect(walk.outcome).toBeNull();
          const node = nodeOf(definition, walk.at);
          expect(walk.attempt).toBeLessThanOrEqual(node.kind === 'document' ? node.attempts : 1);
          const before = JSON.stringify(walk);
          const next = advance(definition, walk, possibleEvent(definition, walk, choices.next().value));
          expect(JSON.stringify(walk)).toBe(before);
          walk = next;
          steps += 1;
          expect(steps).toBeLessThanOrEqual(6 * 4 * 2);
        }
        const statuses = walk.decided.map((check) => check.status);
        const ended = walk.outcome?.status;
        expect(ended === 'EXPIRED' || ended === statusFromChecks(statuses)).toBe(true);
        expect(new Set(walk.decided.map((check) => check.nodeId)).size).toBe(walk.decided.length);
      }),
    );
  });
});
