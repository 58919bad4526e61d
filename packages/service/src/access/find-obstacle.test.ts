import { describe, expect, test } from 'vitest';
import type { Actor, KeyActor } from './actor.ts';
import { type Act, type ActSubject, findObstacle, type Obstacle } from './find-obstacle.ts';

const key: KeyActor = {
  kind: 'key',
  id: 'key',
  accountId: 'account',
  mode: 'live',
  purpose: 'executions',
  workflowIds: ['workflow'],
  address: null,
};
const webhookKey: KeyActor = { ...key, purpose: 'webhooks', workflowIds: null };
const operator: Actor = { kind: 'operator', user: 'service' };
const own: ActSubject = { accountId: 'account', mode: 'live', workflowId: 'workflow' };

const cases: readonly [string, Actor, Act, ActSubject, Obstacle | null][] = [
  ['lets a key read an execution in its scope', key, 'execution.read', own, null],
  ['keeps a key from another account', key, 'execution.read', { ...own, accountId: 'other' }, 'account'],
  ['keeps a key from the other mode', key, 'execution.decide', { ...own, mode: 'test' }, 'mode'],
  ['keeps a key from a workflow out of scope', key, 'execution.start', { workflowId: 'x' }, 'workflow'],
  ['keeps a webhook key from executions', webhookKey, 'execution.read', own, 'purpose'],
  ['keeps an execution key from endpoints', key, 'endpoint.read', {}, 'purpose'],
  ['lets a live webhook key change an endpoint', webhookKey, 'endpoint.change', {}, null],
  [
    'keeps a test webhook key from changing an endpoint',
    { ...webhookKey, mode: 'test' },
    'endpoint.change',
    {},
    'test-key',
  ],
  ['keeps every key from purging', key, 'execution.purge', own, 'purpose'],
  ['lets an operator purge', operator, 'execution.purge', own, null],
  ['lets retention purge', { kind: 'system', task: 'retention' }, 'execution.purge', own, null],
  [
    'keeps retention from deciding',
    { kind: 'system', task: 'retention' },
    'execution.decide',
    own,
    'purpose',
  ],
];

describe('findObstacle', () => {
  test.each(cases)('%s', (_title, actor, act, subject, obstacle) => {
    expect(findObstacle(actor, act, subject)).toBe(obstacle);
  });
});
