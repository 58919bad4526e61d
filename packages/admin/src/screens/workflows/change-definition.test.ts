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

describe('change of a definition', () => {
  it('inserts a node after another, with an unused name', () => {
    const inserted = insertNode(definition, { after: 'document', branch: 'next', kind: 'email' });
    expect(inserted).toMatchObject({
      id: 'email-2',
      definition: {
        nodes: { document: { next: 'email-2' }, 'email-2': { kind: 'email', next: 'large' } },
      },
    });
    expect(definition.nodes.document.next).toBe('large');
  });

  it('inserts a condition into a branch, with both branches continuing at its former target', () => {
    const inserted = insertNode(definition, { after: 'large', branch: 'else', kind: 'condition' });
    expect(inserted?.definition).toMatchObject({
      nodes: { large: { next: 'selfie', else: 'condition' }, condition: { next: 'end', else: 'end' } },
    });
  });

  it('removes a node and closes the gap, also at the start, but keeps an end', () => {
    expect(removeNode(definition, 'document')).toMatchObject({ start: 'large' });
    expect(removeNode(definition, 'selfie')).toMatchObject({ nodes: { large: { next: 'email' } } });
    expect(removeNode(definition, 'end')).toBe(definition);
  });

  it('swaps neighbouring nodes', () => {
    expect(canMoveEarlier(definition, 'email')).toBe(true);
    expect(moveEarlier(definition, 'email')).toMatchObject({
      nodes: { large: { next: 'email' }, email: { next: 'selfie' }, selfie: { next: 'end' } },
    });
  });

  it.each([
    ['document', 'is the first'],
    ['large', 'is a condition'],
    ['selfie', 'follows a condition'],
    ['end', 'is an end'],
    ['missing', 'does not exist'],
  ])('does not move the node %s earlier, which %s', (id) => {
    expect(canMoveEarlier(definition, id)).toBe(false);
    expect(moveEarlier(definition, id)).toBe(definition);
  });
});
