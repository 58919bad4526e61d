import { expect, it } from 'vitest';
import { checkKindExamples } from '../../testing/check-kind-examples.ts';
import { capabilityOf, nodeSchema, takesCaptures } from '../workflows/node.ts';
import { isCaptureKind, kindOf } from './registry.ts';

const nodes = Object.entries(checkKindExamples).flatMap(([kind, example]) =>
  isCaptureKind(kind) ? [nodeSchema.parse({ kind, next: 'end', ...example.nodes[0] })] : [],
);

it.each(nodes)(
  'builds a step of the declared kind for $kind, which also is the only capability it needs',
  (node) => {
    if (!takesCaptures(node)) throw new Error('The node asks for no captures.');
    const common = { id: 'a', attempt: 1, attemptsLeft: 0, stored: [] };
    const { step, stepOf } = kindOf(node);
    expect(stepOf(node, common, { reasons: [], chosen: null, poses: [] }).kind).toBe(step);
    expect(capabilityOf(node)).toBe(step);
  },
);
