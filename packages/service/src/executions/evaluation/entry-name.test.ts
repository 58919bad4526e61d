import { describe, expect, it } from 'vitest';
import { workflowDefinitionSchema } from '../../workflows/definition.ts';
import { namedDetail } from './entry-name.ts';

const definition = workflowDefinitionSchema.parse({
  start: 'document',
  nodes: {
    document: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'first' },
    first: { kind: 'email', next: 'nin' },
    nin: { kind: 'national-id', number: 'NIN', next: 'bvn' },
    bvn: { kind: 'national-id', number: 'BVN', next: 'again' },
    again: { kind: 'email', next: 'device' },
    device: { kind: 'device', next: 'end' },
    end: { kind: 'end' },
  },
});

describe('the detail of an entry', () => {
  it.each([
    ['device', null, 'DEVICE'],
    ['device', 'SANDBOX', 'DEVICE: SANDBOX'],
    ['nin', 'CHECK_NOT_CARRIED_OUT', 'NIN: CHECK_NOT_CARRIED_OUT'],
    ['bvn', null, 'BVN'],
    ['first', null, 'EMAIL (first)'],
    ['again', 'A_CODE, ANOTHER', 'EMAIL (again): A_CODE, ANOTHER'],
    ['document', null, null],
    ['document', 'SANDBOX', 'SANDBOX'],
  ])(
    'prefixes the detail of the node %s, given %s, to %s',
    { tags: ['DRUN-17', 'DRUN-41'] },
    (node, detail, named) => {
      expect(namedDetail(definition, node, detail)).toBe(named);
    },
  );
});
