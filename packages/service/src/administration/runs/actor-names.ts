import type { AdminActor } from '@vendor/contract/admin';

/**
 * Names of people and of the account's API keys, by id. Pass only ids found in acts of the account: people are looked up in all
 * accounts. Implemented by the database.
 */
export interface ActorNames {
  namesOf(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Parses the text that identifies an actor of any kind: `person:` and an id, or the bare id of a key. */
export function actorOf(text: string): Pick<AdminActor, 'kind' | 'id'> {
  const colon = text.indexOf(':');
  return colon === -1 ? { kind: 'key', id: text } : { kind: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** Adds the name to an actor. An operator is named by their Unix user. */
export function namedActor(
  { kind, id }: Pick<AdminActor, 'kind' | 'id'>,
  names: ReadonlyMap<string, string>,
): AdminActor {
  return { kind, id, name: kind === 'operator' ? id : (names.get(id) ?? null) };
}
