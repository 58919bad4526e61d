import type { AccountKey, KeyMode } from '../accounts/api-key.ts';
import type { Role } from './role.ts';

/** An API key that makes a request. */
export interface KeyActor extends AccountKey {
  readonly kind: 'key';
  /** IP address from which the request came; null if unknown. */
  readonly address: string | null;
}

/** The holder of a signed link to a capture. The link alone grants access. */
export interface LinkActor {
  readonly kind: 'link';
  /** The capture to which the link leads. */
  readonly captureId: string;
  readonly address: string | null;
}

/** A person who is signed in to one account of the Admin Panel. */
export interface PersonActor {
  readonly kind: 'person';
  readonly id: string;
  /** The account of the session. */
  readonly accountId: string;
  readonly role: Role;
  /** Modes that the person may access. Each mode is a right of its own. */
  readonly modes: readonly KeyMode[];
  /** Whether the person may see pictures and videos of end users, if their role may, too. */
  readonly pictures: boolean;
  readonly sessionId: string;
  /** Whether the account requires a second step that the person has not set up yet. They may do nothing else until then. */
  readonly mustAddSecondStep?: boolean;
  /** IP address from which the request came; null if unknown. */
  readonly address: string | null;
}

/** A person who is signed in and acts in one mode of the account. */
export interface PersonInMode extends PersonActor {
  readonly mode: KeyMode;
}

/** A caller without a valid key or session, who has no rights. */
export interface StrangerActor {
  readonly kind: 'stranger';
  readonly address: string | null;
}

/** An operator who runs a command. */
export interface OperatorActor {
  readonly kind: 'operator';
  /** Name of the Unix user, or their number if they have no name. */
  readonly user: string;
}

/** A task that the service runs on its own. */
export interface SystemActor {
  readonly kind: 'system';
  readonly task:
    | 'development'
    | 'edge'
    | 'integrity'
    | 'people'
    | 'purge-replay'
    | 'retention'
    | 'rotation'
    | 'sample'
    | 'workflow';
}

/** The key, person, operator, task or other caller that performs an act. Every use-case gets one. */
export type Actor = KeyActor | LinkActor | OperatorActor | PersonActor | StrangerActor | SystemActor;

/** An actor that acts for one account, in one mode. */
export type AccountActor = KeyActor;

/** The service while it makes sample data in the test mode of an account. */
export interface SampleActor extends SystemActor {
  readonly task: 'sample';
  readonly accountId: string;
  readonly mode: 'test';
}

/** An actor that starts executions in one mode of an account: a key, or a person in the Admin Panel. */
export type StartingActor = KeyActor | PersonInMode;

/**
 * Returns the actor for an API key.
 *
 * @param address - IP address from which the request came; null if unknown.
 */
export function actorOfKey(key: AccountKey, address: string | null): KeyActor {
  return { ...key, kind: 'key', address };
}

/**
 * Returns what identifies an actor within its kind: the id of the key or person, the capture of the link, the Unix user, or the
 * task.
 */
export function idOfActor(actor: Actor): string {
  if (actor.kind === 'key' || actor.kind === 'person') return actor.id;
  if (actor.kind === 'link') return actor.captureId;
  if (actor.kind === 'stranger') return '';
  return actor.kind === 'operator' ? actor.user : actor.task;
}

/**
 * Returns a name that is unique among all kinds of actors. The id of a key has no prefix, because it never contains a colon.
 */
export function nameOfActor(actor: Actor): string {
  return actor.kind === 'key' ? actor.id : `${actor.kind}:${idOfActor(actor)}`;
}
