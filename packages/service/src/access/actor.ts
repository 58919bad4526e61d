import type { AccountKey, KeyMode } from '../accounts/api-key.ts';
import type { Role } from './role.ts';

/** An API key that calls. */
export interface KeyActor extends AccountKey {
  readonly kind: 'key';
  /** Address that the request came from; null: not known. */
  readonly address: string | null;
}

/** The holder of a signed link to a captured picture: the link alone authorizes. */
export interface LinkActor {
  readonly kind: 'link';
  /** The capture that the link leads to. */
  readonly captureId: string;
  readonly address: string | null;
}

/** A person who is signed in to the Admin Panel, in one account. */
export interface PersonActor {
  readonly kind: 'person';
  readonly id: string;
  /** The account that the session is in. */
  readonly accountId: string;
  readonly role: Role;
  /** Modes whose executions the person may reach; each is a right of its own. */
  readonly modes: readonly KeyMode[];
  /** Whether the person may look at pictures and videos of end users, where the role may. */
  readonly pictures: boolean;
  readonly sessionId: string;
  /** Whether the account requires a second step that the person has not set up yet: they may do nothing else until then. */
  readonly mustAddSecondStep?: boolean;
  /** Address that the request came from; null: not known. */
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

/** A command of the command line. */
export interface OperatorActor {
  readonly kind: 'operator';
  /** Name of the Unix user, or its number where it has no name. */
  readonly user: string;
}

/** Work that the service does by itself. */
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

/** Person, key or system that performs an act. Every use-case gets one. */
export type Actor = KeyActor | LinkActor | OperatorActor | PersonActor | StrangerActor | SystemActor;

/** An actor that acts for one account, in one mode. */
export type AccountActor = KeyActor;

/** The service, where it makes sample data in the test mode of an account. */
export interface SampleActor extends SystemActor {
  readonly task: 'sample';
  readonly accountId: string;
  readonly mode: 'test';
}

/** An actor that starts executions in one mode of an account: a key, or a person in the Admin Panel. */
export type StartingActor = KeyActor | PersonInMode;

/** The actor that a presented key is. @param address - where the request came from; null: not known. */
export function actorOfKey(key: AccountKey, address: string | null): KeyActor {
  return { ...key, kind: 'key', address };
}

/** Names an actor within its kind: id of the key or person, capture of the link, Unix user or task. */
export function idOfActor(actor: Actor): string {
  if (actor.kind === 'key' || actor.kind === 'person') return actor.id;
  if (actor.kind === 'link') return actor.captureId;
  if (actor.kind === 'stranger') return '';
  return actor.kind === 'operator' ? actor.user : actor.task;
}

/** Names an actor of any kind. The id of a key has no prefix: it never contains a colon. */
export function nameOfActor(actor: Actor): string {
  return actor.kind === 'key' ? actor.id : `${actor.kind}:${idOfActor(actor)}`;
}
