import type { KeyMode, KeyPurpose } from '../accounts/api-key.ts';
import type { Actor, KeyActor, SystemActor } from './actor.ts';

/** Rules of one act. */
interface ActRule {
  /** Purpose that an API key needs for it; null: no key may. */
  readonly purpose: KeyPurpose | null;
  /** Whether a test key may not: the act reaches live data, too. */
  readonly isLiveOnly?: boolean;
  /** Tasks of the service that do it by themselves. */
  readonly tasks?: readonly SystemActor['task'][];
}

/** All acts that are asked for, and whose they are. An operator of the command line may do each. */
const rules = {
  'execution.start': { purpose: 'executions' },
  'execution.read': { purpose: 'executions' },
  'execution.decide': { purpose: 'executions' },
  'execution.finish': { purpose: null, tasks: ['workflow'] },
  'execution.purge': { purpose: null, tasks: ['retention', 'purge-replay'] },
  'execution.resend': { purpose: null },
  'media.read': { purpose: null },
  'endpoint.read': { purpose: 'webhooks' },
  'endpoint.test': { purpose: 'webhooks' },
  'endpoint.change': { purpose: 'webhooks', isLiveOnly: true },
  'delivery.read': { purpose: 'webhooks' },
  'delivery.redeliver': { purpose: 'webhooks' },
} as const satisfies Record<string, ActRule>;

export type Act = keyof typeof rules;

/** Subject of an act; members that are left out do not matter. */
export interface ActSubject {
  readonly accountId?: string;
  readonly mode?: KeyMode;
  readonly workflowId?: string;
}

/** Why an actor may not do an act; the first that holds, in this order. */
export type Obstacle = 'purpose' | 'test-key' | 'account' | 'mode' | 'workflow';

/**
 * Finds out whether an actor may do an act to a subject: the one place that knows.
 *
 * @returns null: it may.
 */
export function findObstacle(actor: Actor, act: Act, subject: ActSubject = {}): Obstacle | null {
  const rule: ActRule = rules[act];
  if (actor.kind === 'operator') return null;
  if (actor.kind === 'stranger') return 'purpose';
  // Its signature was verified, and leads to one picture alone.
  if (actor.kind === 'link') return act === 'media.read' ? null : 'purpose';
  if (actor.kind === 'system') return rule.tasks?.includes(actor.task) ? null : 'purpose';
  return findKeyObstacle(actor, rule, subject);
}

/** @throws when an actor may not do an act. The edge refuses it with a code before: this is the second look. */
export function requireAct(actor: Actor, act: Act, subject?: ActSubject): void {
  const obstacle = findObstacle(actor, act, subject);
  if (obstacle !== null) throw new Error(`A ${actor.kind} may not do ${act} (${obstacle}).`);
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
