import { describe, expect, test } from 'vitest';
import type { KeyMode } from '../accounts/api-key.ts';
import type { Actor, KeyActor, PersonActor } from './actor.ts';
import { type Act, type ActSubject, actsIn, findObstacle, type Obstacle } from './find-obstacle.ts';
import { type Role, roles } from './role.ts';

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
const analyst: PersonActor = {
  kind: 'person',
  id: 'person',
  accountId: 'account',
  role: 'analyst',
  modes: ['live', 'test'],
  pictures: true,
  sessionId: 'session',
  address: null,
};
const developer: PersonActor = { ...analyst, role: 'developer' };
const operator: Actor = { kind: 'operator', user: 'service' };
const own: ActSubject = { accountId: 'account', mode: 'live', workflowId: 'workflow' };

const cases: readonly [string, Actor, Act, ActSubject, Obstacle | null][] = [
  ['lets a key read an execution in its scope', key, 'execution.read', own, null],
  ['refuses a key for another account', key, 'execution.read', { ...own, accountId: 'other' }, 'account'],
  ['refuses a key for the other mode', key, 'execution.decide', { ...own, mode: 'test' }, 'mode'],
  ['refuses a key for a workflow outside its scope', key, 'execution.start', { workflowId: 'x' }, 'workflow'],
  ['refuses to let a webhook key read executions', webhookKey, 'execution.read', own, 'purpose'],
  ['refuses to let an execution key read endpoints', key, 'endpoint.read', {}, 'purpose'],
  ['lets a live webhook key change an endpoint', webhookKey, 'endpoint.change', {}, null],
  [
    'refuses to let a test webhook key change an endpoint',
    { ...webhookKey, mode: 'test' },
    'endpoint.change',
    {},
    'test-key',
  ],
  ['refuses to let a key purge', key, 'execution.purge', own, 'purpose'],
  ['lets an operator purge', operator, 'execution.purge', own, null],
  ['lets the retention task purge', { kind: 'system', task: 'retention' }, 'execution.purge', own, null],
  [
    'refuses to let the retention task decide',
    { kind: 'system', task: 'retention' },
    'execution.decide',
    own,
    'purpose',
  ],
  ['lets an analyst decide', analyst, 'execution.decide', own, null],
  ['refuses a person for another account', analyst, 'execution.read', { ...own, accountId: 'x' }, 'account'],
  [
    'refuses a person for a mode without the right to it',
    { ...analyst, modes: ['test'] },
    'execution.read',
    own,
    'mode',
  ],
  [
    'refuses pictures to a person without the right to them',
    { ...analyst, pictures: false },
    'media.read',
    own,
    'pictures',
  ],
  ['refuses pictures to the support role', { ...analyst, role: 'support' }, 'media.read', own, 'role'],
  [
    'refuses all acts to a person who still has to set up a second step',
    { ...analyst, mustAddSecondStep: true },
    'workflow.read',
    {},
    'second-step',
  ],
  ['refuses to let an analyst invite people', analyst, 'person.invite', {}, 'role'],
  ['refuses to reveal live data to a developer', developer, 'execution.reveal', own, 'role'],
  ['lets a developer reveal test data', developer, 'execution.reveal', { ...own, mode: 'test' }, null],
  ['refuses to reveal data of an unknown mode to a developer', developer, 'execution.reveal', {}, 'role'],
  [
    'refuses to let a person without live mode change an endpoint',
    { ...developer, modes: ['test'] },
    'endpoint.change',
    {},
    'mode',
  ],
  [
    'refuses to let an owner without live mode change the rule for second steps',
    { ...developer, role: 'owner', modes: ['test'] },
    'account.second-step',
    {},
    'mode',
  ],
];

const reading: readonly Act[] = ['workflow.read', 'execution.read'];
const finding: readonly Act[] = [...reading, 'execution.find'];
const deciding: readonly Act[] = [
  ...finding,
  'execution.start',
  'execution.reveal',
  'execution.decide',
  'execution.resend',
  'media.read',
];
const watching: readonly Act[] = ['endpoint.read', 'delivery.read'];
const connecting: readonly Act[] = [
  ...watching,
  'brand.read',
  'brand.change',
  'list.read',
  'endpoint.test',
  'endpoint.add',
  'endpoint.change',
  'endpoint.rotate-secret',
  'endpoint.remove',
  'delivery.redeliver',
  'key.read',
  'key.create',
  'key.revoke',
  'workflow.change',
  'workflow.publish',
];

const owning: readonly Act[] = [
  ...deciding,
  ...connecting,
  'execution.purge',
  'audit.read',
  'retention.read',
  'retention.change',
  'person.read',
  'person.invite',
  'person.change',
  'person.remove',
  'account.second-step',
];

const grants: Readonly<Record<Role, Readonly<Record<KeyMode, readonly Act[]>>>> = {
  owner: { live: [...owning], test: [...owning, 'sample.change'] },
  manager: both([
    ...deciding,
    ...watching,
    'delivery.redeliver',
    'execution.purge',
    'audit.read',
    'list.read',
    'retention.read',
    'brand.read',
  ]),
  analyst: both(deciding),
  developer: {
    live: [...reading, ...connecting, 'execution.resend'],
    test: [
      ...finding,
      ...connecting,
      'execution.start',
      'execution.reveal',
      'execution.resend',
      'media.read',
      'sample.change',
    ],
  },
  support: both([...finding, 'execution.start']),
  auditor: both([
    ...finding,
    ...watching,
    'key.read',
    'person.read',
    'brand.read',
    'audit.read',
    'list.read',
    'retention.read',
  ]),
};

function both(acts: readonly Act[]): Readonly<Record<KeyMode, readonly Act[]>> {
  return { live: acts, test: acts };
}

describe('findObstacle', () => {
  test.each(cases)('%s', (_title, actor, act, subject, obstacle) => {
    expect(findObstacle(actor, act, subject)).toBe(obstacle);
  });
});

describe('actsIn', () => {
  test.each(roles)('grants the role %s exactly its acts', { tags: ['DALL-2'] }, (role) => {
    const person: PersonActor = { ...analyst, role };
    for (const mode of ['live', 'test'] as const)
      expect(actsIn(person, mode).sort()).toEqual([...grants[role][mode]].sort());
  });

  test('grants nothing in a mode that the person may not access', () => {
    expect(actsIn({ ...analyst, role: 'owner', modes: ['test'] }, 'live')).toEqual([]);
  });
});
