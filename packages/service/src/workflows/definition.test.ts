import { describe, expect, it } from 'vitest';
import { interactiveNodes, requiresClientInit, workflowDefinitionSchema } from './definition.ts';
import { requiredInputs } from './required-inputs.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'end' };

describe('workflowDefinitionSchema', () => {
  it('fills in what a node leaves open', () => {
    const definition = workflowDefinitionSchema.parse({
      start: 'document',
      nodes: { document: passport, end: { kind: 'end' } },
    });
    expect(definition.nodes.document).toMatchObject({
      attempts: 3,
      pastLimit: 'DECLINED',
      fileAllowed: true,
    });
    expect(definition.nodes.end).toEqual({ kind: 'end', status: 'BY_RULE' });
  });

  it.each([
    ['a start that does not exist', { start: 'nowhere', nodes: { end: { kind: 'end' } } }],
    ['a node that leads nowhere', { start: 'email', nodes: { email: { kind: 'email', next: 'gone' } } }],
    [
      'a circle',
      {
        start: 'email',
        nodes: { email: { kind: 'email', next: 'phone' }, phone: { kind: 'phone', next: 'email' } },
      },
    ],
    ['an unknown kind', { start: 'x', nodes: { x: { kind: 'magic' } } }],
    ['no attempts at all', { start: 'd', nodes: { d: { ...passport, attempts: 0 }, end: { kind: 'end' } } }],
  ])('refuses %s', (_, definition) => {
    expect(workflowDefinitionSchema.safeParse(definition).success).toBe(false);
  });
});

describe('what a workflow needs', () => {
  const inputsOnly = workflowDefinitionSchema.parse({
    start: 'email',
    nodes: {
      email: { kind: 'email', next: 'phone' },
      phone: { kind: 'phone', next: 'end' },
      end: { kind: 'end' },
    },
  });
  const withName = workflowDefinitionSchema.parse({
    start: 'email',
    nodes: {
      email: { kind: 'email', next: 'document' },
      document: { ...passport, sendName: true },
      end: { kind: 'end' },
    },
  });

  it('needs no user when no step is interactive', () => {
    expect(requiresClientInit(inputsOnly)).toBe(false);
    expect(requiresClientInit(withName)).toBe(true);
    expect(interactiveNodes(withName).map(([id]) => id)).toEqual(['document']);
  });

  it('requires user_id always and the rest by its nodes', () => {
    expect(requiredInputs(inputsOnly)).toEqual(new Set(['user_id', 'email', 'phone_number']));
    expect(requiredInputs(withName)).toEqual(new Set(['user_id', 'email', 'user_fullname']));
    const nodes = { document: passport, end: { kind: 'end' } };
    const withoutName = workflowDefinitionSchema.parse({ start: 'document', nodes });
    expect(requiredInputs(withoutName)).toEqual(new Set(['user_id']));
  });
});
