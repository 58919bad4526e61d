import type { PopupEnding } from '@vendor/contract';
import { expect, it } from 'vitest';
import { workflowDefinitionSchema } from '../workflows/definition.ts';
import { startWalk, type Walk } from '../workflows/walk.ts';
import { endingOfLeaving } from './ending-of-leaving.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }] };
const definition = workflowDefinitionSchema.parse({
  start: 'first',
  nodes: {
    first: { ...passport, next: 'second' },
    second: { ...passport, next: 'end' },
    end: { kind: 'end' },
  },
});
const walk = startWalk(definition, {});
const pending: PopupEnding = { kind: 'completed', status: 'pending' };
const cancelled: PopupEnding = { kind: 'cancelled' };

it.each<[string, Partial<Walk>, PopupEnding]>([
  ['the last step is checked', { at: 'second', awaiting: 'checks', coming: ['second'] }, pending],
  ['a check without a step runs last', { at: 'aml', awaiting: 'checks', coming: [] }, pending],
  ['a step before another is checked', { awaiting: 'checks' }, cancelled],
  [
    'a check without a step runs before one',
    { at: 'aml', awaiting: 'checks', coming: ['second'] },
    cancelled,
  ],
  ['the user is awaited', { at: 'second', coming: ['second'] }, cancelled],
])('reports the ending of a window that left while %s', (_, members, ending) => {
  const execution = {
    status: 'PENDING',
    begunAt: 1,
    walk: { ...walk, ...members },
  } as const;
  expect(endingOfLeaving(execution)).toEqual(ending);
});
