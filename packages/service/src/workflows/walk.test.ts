import { describe, expect, it } from 'vitest';
import type { Facts } from './conditions/facts.ts';
import { type WorkflowDefinition, workflowDefinitionSchema } from './definition.ts';
import { drawPoses, poseSequences } from './pose-sequence.ts';
import { advance, startWalk, type Walk, type WalkEvent } from './walk.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] } as const;
const oneDocument = workflowDefinitionSchema.parse({
  start: 'document',
  nodes: { document: { ...passport, next: 'end' }, end: { kind: 'end' } },
});
const play = (definition: WorkflowDefinition, ...events: WalkEvent[]): Walk =>
  events.reduce((walk, event) => advance(definition, walk, event), startWalk(definition, {}));
const decided = (status: 'APPROVED' | 'REVIEW' | 'DECLINED', facts: Facts = noFacts): WalkEvent => ({
  kind: 'decided',
  status,
  facts,
});
const noFacts: Facts = { inputs: {}, checks: {} };
const submitted: WalkEvent = { kind: 'submitted', chosen: 'PASSPORT' };
const blurred: WalkEvent = { kind: 'retry', reasons: ['IMAGE_BLURRED'] };

describe('the poses of a selfie', () => {
  it('starts straight, turns to both sides, comes closer at most once, and never repeats a pose in a row', () => {
    expect(poseSequences).toHaveLength(44);
    expect(new Set(poseSequences.map((row) => row.join())).size).toBe(44);
    for (const row of poseSequences) {
      expect(row).toHaveLength(5);
      expect(row[0]).toBe('straight');
      expect(row).toEqual(expect.arrayContaining(['left', 'right']));
      expect(row.filter((pose) => pose === 'closer').length).toBeLessThan(2);
      expect(row.some((pose, index) => pose === row[index + 1])).toBe(false);
    }
  });

  it('draws from all sequences of poses', () => {
    expect(drawPoses((below) => below - 1)).toBe(poseSequences[43]);
    expect(drawPoses(() => 0)).toBe(poseSequences[0]);
  });
});

describe('advance', () => {
  it('waits for the user, then for the check, then ends with its status', () => {
    expect(play(oneDocument)).toMatchObject({ at: 'document', awaiting: 'user', attempt: 1 });
    expect(play(oneDocument, submitted)).toMatchObject({ awaiting: 'checks', chosen: 'PASSPORT' });
    expect(play(oneDocument, submitted, decided('REVIEW'))).toMatchObject({
      awaiting: 'none',
      outcome: { status: 'REVIEW', retryLimitOf: null },
    });
  });

  it('requests another attempt with the reasons and counts it', () => {
    expect(play(oneDocument, submitted, blurred)).toMatchObject({
      awaiting: 'user',
      attempt: 2,
      reasons: ['IMAGE_BLURRED'],
      chosen: 'PASSPORT',
    });
  });

  it('declines by the retry limit after three attempts', () => {
    expect(play(oneDocument, submitted, blurred, submitted, blurred, submitted, blurred)).toMatchObject({
      awaiting: 'none',
      decided: [{ nodeId: 'document', status: 'DECLINED' }],
      outcome: { status: 'DECLINED', retryLimitOf: 'document' },
    });
  });

  it.each([
    passport,
    { kind: 'selfie' },
    { kind: 'address' },
    { kind: 'card' },
    { kind: 'evidence', texts: { en: { title: 'Payslips', instructions: 'Show the last three.' } } },
  ])('ends with REVIEW at the retry limit if the node says so: $kind', { tags: ['DRUN-39'] }, (node) => {
    const endingIn = (pastLimit: 'DECLINED' | 'REVIEW') => {
      const definition = workflowDefinitionSchema.parse({
        start: 'step',
        nodes: { step: { ...node, attempts: 1, pastLimit, next: 'end' }, end: { kind: 'end' } },
      });
      return play(definition, submitted, blurred);
    };
    for (const status of ['DECLINED', 'REVIEW'] as const)
      expect(endingIn(status)).toMatchObject({
        decided: [{ nodeId: 'step', status }],
        outcome: { status, retryLimitOf: node.kind },
      });
  });

  it('ends with ERROR if a check cannot be carried out', () => {
    expect(play(oneDocument, submitted, { kind: 'failed' }).outcome?.status).toBe('ERROR');
  });

  it('expires only while the user is awaited', () => {
    expect(play(oneDocument, { kind: 'expired' }).outcome?.status).toBe('EXPIRED');
    expect(() => play(oneDocument, submitted, { kind: 'expired' })).toThrow('cannot happen');
  });

  it('uses the status of an end node that has one', { tags: ['DRUN-38'] }, () => {
    const always = workflowDefinitionSchema.parse({
      start: 'email',
      nodes: { email: { kind: 'email', next: 'end' }, end: { kind: 'end', status: 'REVIEW' } },
    });
    expect(play(always, decided('APPROVED')).outcome?.status).toBe('REVIEW');
  });

  it('does not approve by rule without a check, unless the end node has that status', {
    tags: ['DRUN-11'],
  }, () => {
    const withoutCheck = (status?: string) =>
      workflowDefinitionSchema.parse({
        start: 'is-large',
        nodes: {
          'is-large': {
            kind: 'condition',
            if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
            next: 'email',
            else: 'end',
          },
          email: { kind: 'email', next: 'end' },
          end: { kind: 'end', ...(status && { status }) },
        },
      });
    expect(startWalk(withoutCheck(), {}).outcome?.status).toBe('REVIEW');
    expect(startWalk(withoutCheck('APPROVED'), {}).outcome?.status).toBe('APPROVED');
  });
});

describe('a condition', () => {
  const definition = workflowDefinitionSchema.parse({
    start: 'is-large',
    nodes: {
      'is-large': {
        kind: 'condition',
        if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
        next: 'document',
        else: 'email',
      },
      document: { ...passport, next: 'is-young' },
      'is-young': {
        kind: 'condition',
        if: { fact: 'checks.document.documentCheckExtractedData.age', is: 'less-than', value: 21 },
        next: 'second',
        else: 'end',
      },
      second: { ...passport, next: 'end' },
      email: { kind: 'email', next: 'end' },
      end: { kind: 'end' },
    },
  });
  const aged = (age: number | null) =>
    decided('APPROVED', {
      inputs: {},
      checks: { document: { status: 'APPROVED', documentCheckExtractedData: { age } } },
    });

  it('chooses the branch before the first step, and records it', () => {
    expect(startWalk(definition, { transaction_amount: 1000 })).toMatchObject({
      at: 'document',
      branches: [{ nodeId: 'is-large', taken: 'if' }],
    });
    expect(startWalk(definition, { transaction_amount: 999 }).at).toBe('email');
  });

  it('takes the else branch if the fact is missing', () => {
    expect(startWalk(definition, {})).toMatchObject({
      at: 'email',
      branches: [{ nodeId: 'is-large', taken: 'else' }],
    });
    const asked = advance(definition, startWalk(definition, { transaction_amount: 5000 }), submitted);
    expect(advance(definition, asked, aged(null))).toMatchObject({
      at: 'end',
      outcome: { status: 'APPROVED' },
    });
  });

  it('counts the longer branch until the check is decided', () => {
    const started = startWalk(definition, { transaction_amount: 5000 });
    expect(started.coming).toEqual(['document', 'second']);
    const asked = advance(definition, started, submitted);
    expect(advance(definition, asked, aged(20))).toMatchObject({ at: 'second', coming: ['second'] });
    expect(advance(definition, asked, aged(21))).toMatchObject({ awaiting: 'none', coming: [] });
    expect(startWalk(definition, {}).coming).toEqual([]);
  });
});
