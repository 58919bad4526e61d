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
  ['lets an analyst decide', analyst, 'execution.decide', own, null],
  ['keeps a person from another account', analyst, 'execution.read', { ...own, accountId: 'x' }, 'account'],
  ['keeps a person from a mode', { ...analyst, modes: ['test'] }, 'execution.read', own, 'mode'],
  ['keeps a person from pictures', { ...analyst, pictures: false }, 'media.read', own, 'pictures'],
  ['keeps support from pictures', { ...analyst, role: 'support' }, 'media.read', own, 'role'],
  [
    'keeps a person from all acts before they have set up a second step',
    { ...analyst, mustAddSecondStep: true },
    'workflow.read',
    {},
    'second-step',
  ],
  ['keeps an analyst from people', analyst, 'person.invite', {}, 'role'],
  ['keeps a developer from live data in plain', developer, 'execution.reveal', own, 'role'],
  ['lets a developer reveal test data', developer, 'execution.reveal', { ...own, mode: 'test' }, null],
  ['keeps a developer from data of a mode that is not told', developer, 'execution.reveal', {}, 'role'],
  [
    'keeps a person without live mode from endpoints',
    { ...developer, modes: ['test'] },
    'endpoint.change',
    {},
    'mode',
  ],
  [
    'keeps an owner without live mode from the second step of everybody',
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
