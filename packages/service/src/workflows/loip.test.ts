import { describe, expect, it } from 'vitest';
import type { Facts } from './conditions/facts.ts';
import { workflowDefinitionSchema } from './definition.ts';
import { evaluateLoip, loipDefinitionSchema } from './loip.ts';
import { advance, startWalk, type Walk, type WalkEvent } from './walk.ts';

const approved = (node: string) => ({
  if: { fact: `checks.${node}.status`, is: 'equal-to', value: 'APPROVED' },
});
const loip = {
  conditions: {
    DOCUMENT: { ...approved('document'), reason: 'The document is genuine and valid.' },
    PHONE: approved('phone'),
    ADULT: {
      if: { fact: 'checks.document.documentCheckExtractedData.age', is: 'at-least', value: 18 },
    },
  },
  baseline: ['DOCUMENT', 'ADULT'],
  extended: ['PHONE'],
};
const levels = loipDefinitionSchema.parse(loip);
const facts = (age: number | null, phone: string): Facts => ({
  inputs: {},
  checks: {
    document: { status: 'APPROVED', documentCheckExtractedData: { age } },
    phone: { status: phone },
  },
});

describe('evaluateLoip', () => {
  it('reaches the extended level if all conditions of both levels are met', {
    tags: ['S2.6-5', 'S2.6-38'],
  }, () => {
    expect(evaluateLoip(levels, facts(18, 'APPROVED'))).toEqual({ result: 'EXTENDED' });
  });

  it('stays at the baseline if one condition of the extended level is not met', {
    tags: ['S2.6-38', 'DRUN-43'],
  }, () => {
    expect(evaluateLoip(levels, facts(18, 'REVIEW'))).toEqual({ result: 'BASELINE' });
    const { extended: _, ...baselineAlone } = levels;
    expect(evaluateLoip(baselineAlone, facts(18, 'APPROVED'))).toEqual({ result: 'BASELINE' });
  });

  it('stays at the baseline if all conditions of the extended level but one are met', () => {
    const strict = loipDefinitionSchema.parse({ ...loip, extended: ['DOCUMENT', 'PHONE', 'ADULT'] });
    expect(evaluateLoip(strict, facts(18, 'REVIEW'))).toEqual({ result: 'BASELINE' });
    expect(evaluateLoip(strict, facts(18, 'APPROVED'))).toEqual({ result: 'EXTENDED' });
  });

  it('lists the unmet conditions of the baseline with their reasons, and none of the extended level', {
    tags: ['S2.6-5', 'S2.6-46'],
  }, () => {
    expect(evaluateLoip(levels, { inputs: {}, checks: {} })).toEqual({
      result: 'NONE',
      unmetConditions: [
        { condition: 'DOCUMENT', reason: 'The document is genuine and valid.' },
        { condition: 'ADULT' },
      ],
    });
  });

  it('does not count missing facts as met', () => {
    expect(evaluateLoip(levels, facts(null, 'APPROVED'))).toEqual({
      result: 'NONE',
      unmetConditions: [{ condition: 'ADULT' }],
    });
  });
});

describe('the level of a walk', () => {
  const nodes = {
    document: {
      kind: 'document',
      accepts: [{ type: 'PASSPORT', sides: ['front'] }],
      attempts: 1,
      next: 'phone',
    },
    phone: { kind: 'phone', next: 'end' },
    end: { kind: 'end' },
  };
  const definition = workflowDefinitionSchema.parse({ start: 'document', nodes, loip });
  const play = (...events: WalkEvent[]): Walk =>
    events.reduce((walk, event) => advance(definition, walk, event), startWalk(definition, {}));
  const submitted: WalkEvent = { kind: 'submitted', chosen: 'PASSPORT' };
  const passed: WalkEvent = { kind: 'decided', status: 'APPROVED', facts: facts(30, 'APPROVED') };

  it('stays null until its end', () => {
    expect(play(submitted, passed).loip).toBeNull();
    expect(play(submitted, passed, passed).loip).toEqual({ result: 'EXTENDED' });
  });

  it.each<[string, WalkEvent[]]>([
    ['the deadline passed', [{ kind: 'expired' }]],
    ['a check could not be carried out', [submitted, { kind: 'failed' }]],
    ['the attempts were used up', [submitted, { kind: 'retry', reasons: ['IMAGE_BLURRED'] }]],
  ])('returns NOT_PERFORMED if %s', (_, events) => {
    expect(play(...events).loip).toEqual({ result: 'NOT_PERFORMED' });
  });

  it('stays null if the workflow has no levels', () => {
    const without = workflowDefinitionSchema.parse({ start: 'end', nodes: { end: { kind: 'end' } } });
    expect(startWalk(without, {}).loip).toBeNull();
  });

  it.each([
    [
      'a level names an unknown condition',
      { ...loip, extended: ['SELFIE'] },
      ['loip/extended/0', '"SELFIE" is not a condition of loip'],
    ],
    [
      'a condition tests an unknown fact',
      { ...loip, conditions: { ...loip.conditions, PHONE: approved('sms') } },
      [
        'loip/conditions/PHONE/if',
        '"PHONE": checks.sms.status names "sms", which is not a node with a check',
      ],
    ],
  ])('refuses a definition if %s', { tags: ['DRUN-43'] }, (_, levelsOf, fault) => {
    const { error } = workflowDefinitionSchema.safeParse({ start: 'document', nodes, loip: levelsOf });
    expect(error?.issues.map(({ path, message }) => [path.join('/'), message])).toEqual([fault]);
  });
});
