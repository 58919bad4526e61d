import type { AdminActor } from '@vendor/contract/admin';

/** Names of people and of API keys, by id. The database implements it. */
export interface ActorNames {
  namesOf(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** An actor by the text that names it among all kinds: `person:` and an id, or the id of a key alone. */
export function actorOf(text: string): Pick<AdminActor, 'kind' | 'id'> {
  const colon = text.indexOf(':');
  return colon === -1 ? { kind: 'key', id: text } : { kind: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** An actor with its name: an operator is called by their Unix user. */
export function namedActor(
  { kind, id }: Pick<AdminActor, 'kind' | 'id'>,
  names: ReadonlyMap<string, string>,
): AdminActor {
  return { kind, id, name: kind === 'operator' ? id : (names.get(id) ?? null) };
}
