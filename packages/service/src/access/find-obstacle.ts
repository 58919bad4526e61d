import type { KeyMode, KeyPurpose } from '../accounts/api-key.ts';
import type { Actor, KeyActor, PersonActor, SystemActor } from './actor.ts';
import type { Role } from './role.ts';

/** Rules of one act. */
interface ActRule {
  /** Purpose that an API key needs for it; null: no key may. */
  readonly purpose: KeyPurpose | null;
  /** Roles of people that may. */
  readonly roles: readonly Role[];
  /** Roles that may in test mode alone. */
  readonly testRoles?: readonly Role[];
  /** Whether people need the right to look at pictures besides. */
  readonly needsPictures?: boolean;
  /** Whether a test key, or a person without the right to live mode, may not: the act reaches live data, too. */
  readonly isLiveOnly?: boolean;
  /** Tasks of the service that do it by themselves. */
  readonly tasks?: readonly SystemActor['task'][];
}

const everyone: readonly Role[] = ['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'];
const deciders: readonly Role[] = ['owner', 'manager', 'analyst'];
const connectors: readonly Role[] = ['owner', 'developer'];

/** All acts that are asked for, and whose they are. An operator of the command line may do each. */
const rules = {
  'execution.start': {
    purpose: 'executions',
    roles: [...deciders, 'support'],
    testRoles: ['developer'],
    tasks: ['sample'],
  },
  'execution.read': { purpose: 'executions', roles: everyone },
  'execution.find': { purpose: null, roles: [...deciders, 'support', 'auditor'], testRoles: ['developer'] },
  'execution.reveal': { purpose: null, roles: deciders, testRoles: ['developer'] },
  'execution.decide': { purpose: 'executions', roles: deciders },
  'execution.finish': { purpose: null, roles: [], tasks: ['workflow'] },
  'execution.purge': {
    purpose: null,
    roles: ['owner', 'manager'],
    tasks: ['retention', 'purge-replay', 'sample'],
  },
  'execution.resend': { purpose: null, roles: [...deciders, 'developer'] },
  'media.read': { purpose: null, roles: deciders, testRoles: ['developer'], needsPictures: true },
  'endpoint.read': { purpose: 'webhooks', roles: [...connectors, 'manager', 'auditor'] },
  'endpoint.test': { purpose: 'webhooks', roles: connectors },
  'endpoint.add': { purpose: null, roles: connectors, isLiveOnly: true },
  'endpoint.change': { purpose: 'webhooks', roles: connectors, isLiveOnly: true },
  'endpoint.rotate-secret': { purpose: null, roles: connectors, isLiveOnly: true },
  'endpoint.remove': { purpose: null, roles: connectors, isLiveOnly: true },
  'delivery.read': { purpose: 'webhooks', roles: [...connectors, 'manager', 'auditor'] },
  'delivery.redeliver': { purpose: 'webhooks', roles: [...connectors, 'manager'] },
  'workflow.read': { purpose: null, roles: everyone },
  'workflow.change': { purpose: null, roles: connectors, tasks: ['sample'] },
  'workflow.publish': { purpose: null, roles: connectors, isLiveOnly: true },
  'key.read': { purpose: null, roles: [...connectors, 'auditor'] },
  'key.create': { purpose: null, roles: connectors },
  'key.revoke': { purpose: null, roles: connectors },
  'brand.read': { purpose: null, roles: [...connectors, 'manager', 'auditor'] },
  'brand.change': { purpose: null, roles: connectors, isLiveOnly: true },
  'list.read': { purpose: null, roles: [...connectors, 'manager', 'auditor'] },
  'retention.read': { purpose: null, roles: ['owner', 'manager', 'auditor'] },
  'retention.change': { purpose: null, roles: ['owner'] },
  'sample.change': { purpose: null, roles: [], testRoles: connectors },
  'person.read': { purpose: null, roles: ['owner', 'auditor'] },
  'person.invite': { purpose: null, roles: ['owner'] },
  'person.change': { purpose: null, roles: ['owner'] },
  'person.remove': { purpose: null, roles: ['owner'] },
  'account.second-step': { purpose: null, roles: ['owner'], isLiveOnly: true },
} as const satisfies Record<string, ActRule>;

export type Act = keyof typeof rules;

/** Subject of an act; members that are left out do not matter. */
export interface ActSubject {
  readonly accountId?: string;
  readonly mode?: KeyMode;
  readonly workflowId?: string;
}

/** Why an actor may not do an act; the first that holds, in this order. */
export type Obstacle =
  | 'second-step'
  | 'purpose'
  | 'role'
  | 'pictures'
  | 'test-key'
  | 'account'
  | 'mode'
  | 'workflow';

/**
 * Finds out whether an actor may perform an act on a subject. Only this module decides that.
 *
 * @returns null if the act is allowed.
 */
export function findObstacle(actor: Actor, act: Act, subject: ActSubject = {}): Obstacle | null {
  const rule: ActRule = rules[act];
  if (actor.kind === 'operator') return null;
  if (actor.kind === 'stranger') return 'purpose';
  // Its signature was verified, and leads to one picture alone.
  if (actor.kind === 'link') return act === 'media.read' ? null : 'purpose';
  if (actor.kind === 'system') return rule.tasks?.includes(actor.task) ? null : 'purpose';
  return actor.kind === 'person'
    ? findPersonObstacle(actor, rule, subject)
    : findKeyObstacle(actor, rule, subject);
}

/** @throws if an actor may not perform an act. The edge has already refused it with a code: this is a second check. */
export function requireAct(actor: Actor, act: Act, subject?: ActSubject): void {
  const obstacle = findObstacle(actor, act, subject);
  if (obstacle !== null) throw new Error(`A ${actor.kind} may not do ${act} (${obstacle}).`);
}

/** Names the acts that an actor may do in one mode of an account. */
export function actsIn(actor: Actor, mode: KeyMode): Act[] {
  return (Object.keys(rules) as Act[]).filter((act) => findObstacle(actor, act, { mode }) === null);
}

function findKeyObstacle(key: KeyActor, rule: ActRule, subject: ActSubject): Obstacle | null {
  const { accountId = key.accountId, mode = key.mode, workflowId } = subject;
  if (key.purpose !== rule.purpose) return 'purpose';
  if (rule.isLiveOnly && key.mode !== 'live') return 'test-key';
  if (accountId !== key.accountId) return 'account';
  if (mode !== key.mode) return 'mode';
  const isInScope =
    workflowId === undefined || key.workflowIds === null || key.workflowIds.includes(workflowId);
  return isInScope ? null : 'workflow';
}

function findPersonObstacle(person: PersonActor, rule: ActRule, subject: ActSubject): Obstacle | null {
  const { accountId = person.accountId, mode } = subject;
  if (person.mustAddSecondStep) return 'second-step';
  // If a role has the right in test mode only, the subject's mode must be known.
  const isTestAllowed = mode === 'test' && (rule.testRoles?.includes(person.role) ?? false);
  if (!rule.roles.includes(person.role) && !isTestAllowed) return 'role';
  if (rule.needsPictures && !person.pictures) return 'pictures';
  if (accountId !== person.accountId) return 'account';
  if (mode !== undefined && !person.modes.includes(mode)) return 'mode';
  return rule.isLiveOnly && !person.modes.includes('live') ? 'mode' : null;
}
