import type { KeyMode, KeyPurpose } from '../accounts/api-key.ts';
import type { Actor, KeyActor, PersonActor, SystemActor } from './actor.ts';
import type { Role } from './role.ts';

/** Rule for who may perform an act. */
interface ActRule {
  /** Purpose that an API key needs; null: no API key may perform the act. */
  readonly purpose: KeyPurpose | null;
  /** Roles that may perform the act. */
  readonly roles: readonly Role[];
  /** Roles that may perform the act only in test mode. */
  readonly testRoles?: readonly Role[];
  /** Whether people also need the right to see pictures. */
  readonly needsPictures?: boolean;
  /** Whether the act also affects live data, so that test keys and people without live mode may not perform it. */
  readonly isLiveOnly?: boolean;
  /** Tasks of the service that may perform the act. */
  readonly tasks?: readonly SystemActor['task'][];
}

const everyone: readonly Role[] = ['owner', 'manager', 'analyst', 'developer', 'support', 'auditor'];
const deciders: readonly Role[] = ['owner', 'manager', 'analyst'];
const integrators: readonly Role[] = ['owner', 'developer'];

/** The rule of each act. An operator of the command line may perform all of them. */
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
  'endpoint.read': { purpose: 'webhooks', roles: [...integrators, 'manager', 'auditor'] },
  'endpoint.test': { purpose: 'webhooks', roles: integrators },
  'endpoint.add': { purpose: null, roles: integrators, isLiveOnly: true },
  'endpoint.change': { purpose: 'webhooks', roles: integrators, isLiveOnly: true },
  'endpoint.rotate-secret': { purpose: null, roles: integrators, isLiveOnly: true },
  'endpoint.remove': { purpose: null, roles: integrators, isLiveOnly: true },
  'delivery.read': { purpose: 'webhooks', roles: [...integrators, 'manager', 'auditor'] },
  'delivery.redeliver': { purpose: 'webhooks', roles: [...integrators, 'manager'] },
  'workflow.read': { purpose: null, roles: everyone },
  'workflow.change': { purpose: null, roles: integrators, tasks: ['sample'] },
  'workflow.publish': { purpose: null, roles: integrators, isLiveOnly: true },
  'key.read': { purpose: null, roles: [...integrators, 'auditor'] },
  'key.create': { purpose: null, roles: integrators },
  'key.revoke': { purpose: null, roles: integrators },
  'brand.read': { purpose: null, roles: [...integrators, 'manager', 'auditor'] },
  'brand.change': { purpose: null, roles: integrators, isLiveOnly: true },
  'list.read': { purpose: null, roles: [...integrators, 'manager', 'auditor'] },
  'retention.read': { purpose: null, roles: ['owner', 'manager', 'auditor'] },
  'retention.change': { purpose: null, roles: ['owner'] },
  'sample.change': { purpose: null, roles: [], testRoles: integrators },
  'audit.read': { purpose: null, roles: ['owner', 'manager', 'auditor'] },
  'person.read': { purpose: null, roles: ['owner', 'auditor'] },
  'person.invite': { purpose: null, roles: ['owner'] },
  'person.change': { purpose: null, roles: ['owner'] },
  'person.remove': { purpose: null, roles: ['owner'] },
  'account.second-step': { purpose: null, roles: ['owner'], isLiveOnly: true },
} as const satisfies Record<string, ActRule>;

export type Act = keyof typeof rules;

/** Subject of an act. Omitted members do not restrict it. */
export interface ActSubject {
  readonly accountId?: string;
  readonly mode?: KeyMode;
  readonly workflowId?: string;
}

/** Why an actor may not perform an act; the first that applies, in this order. */
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
 * Checks whether an actor may perform an act on a subject. Only this module decides that.
 *
 * @returns null if the act is allowed.
 */
export function findObstacle(actor: Actor, act: Act, subject: ActSubject = {}): Obstacle | null {
  const rule: ActRule = rules[act];
  if (actor.kind === 'operator') return null;
  if (actor.kind === 'stranger') return 'purpose';
  // The signature of the link was verified, and grants access to a single capture.
  if (actor.kind === 'link') return act === 'media.read' ? null : 'purpose';
  if (actor.kind === 'system') return rule.tasks?.includes(actor.task) ? null : 'purpose';
  return actor.kind === 'person'
    ? findPersonObstacle(actor, rule, subject)
    : findKeyObstacle(actor, rule, subject);
}

/**
 * Checks again in a use-case that an actor may perform an act. The route has checked it before, and refuses with a code.
 *
 * @throws if an actor may not perform the act.
 */
export function requireAct(actor: Actor, act: Act, subject?: ActSubject): void {
  const obstacle = findObstacle(actor, act, subject);
  if (obstacle !== null) throw new Error(`A ${actor.kind} may not do ${act} (${obstacle}).`);
}

/** Lists the acts that an actor may perform in one mode of an account. */
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
  // Requires the subject's mode for a role that has the right only in test mode.
  const isTestAllowed = mode === 'test' && (rule.testRoles?.includes(person.role) ?? false);
  if (!rule.roles.includes(person.role) && !isTestAllowed) return 'role';
  if (rule.needsPictures && !person.pictures) return 'pictures';
  if (accountId !== person.accountId) return 'account';
  if (mode !== undefined && !person.modes.includes(mode)) return 'mode';
  return rule.isLiveOnly && !person.modes.includes('live') ? 'mode' : null;
}
