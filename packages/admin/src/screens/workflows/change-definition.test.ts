import { describe, expect, it } from 'vitest';
import { canMoveEarlier, insertNode, moveEarlier, removeNode } from './change-definition.ts';

const definition = {
  start: 'document',
  nodes: {
    document: { kind: 'document', next: 'large' },
    large: { kind: 'condition', next: 'selfie', else: 'end' },
    selfie: { kind: 'selfie', next: 'email' },
    email: { kind: 'email', next: 'end' },
    end: { kind: 'end' },
  },
};

describe('a change of a definition', () => {
  it('puts a node behind another, by a name that is free', () => {
    const inserted = insertNode(definition, { after: 'document', branch: 'next', kind: 'email' });
    expect(inserted).toMatchObject({
      id: 'email-2',
      definition: {
        nodes: { document: { next: 'email-2' }, 'email-2': { kind: 'email', next: 'large' } },
      },
    });
    expect(definition.nodes.document.next).toBe('large');
  });

  it('puts a condition into a branch, with both ways going on as the branch did', () => {
    const inserted = insertNode(definition, { after: 'large', branch: 'else', kind: 'condition' });
    expect(inserted?.definition).toMatchObject({
      nodes: { large: { next: 'selfie', else: 'condition' }, condition: { next: 'end', else: 'end' } },
    });
  });

  it('takes a node out and closes the gap, at the start, too', () => {
    expect(removeNode(definition, 'document')).toMatchObject({ start: 'large' });
    expect(removeNode(definition, 'selfie')).toMatchObject({ nodes: { large: { next: 'email' } } });
    expect(removeNode(definition, 'end')).toBe(definition);
  });

  it('changes places of neighbours', () => {
    expect(canMoveEarlier(definition, 'email')).toBe(true);
    expect(moveEarlier(definition, 'email')).toMatchObject({
      nodes: { large: { next: 'email' }, email: { next: 'selfie' }, selfie: { next: 'end' } },
    });
  });

  it.each(['document', 'large', 'selfie', 'end', 'missing'])('leaves %s where it is', (id) => {
    expect(canMoveEarlier(definition, id)).toBe(false);
    expect(moveEarlier(definition, id)).toBe(definition);
  });
});
