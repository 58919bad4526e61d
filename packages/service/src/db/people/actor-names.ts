import type { ActorNames } from '../../administration/runs/actor-names.ts';
import { isOneOf } from '../dialect.ts';
import type { Database } from '../schema.ts';

/** Reads the names of API keys of the account, and of people even if they have no rights in the account any more. */
export function createActorNames(reader: Database): ActorNames {
  return {
    async namesOf(accountId, ids) {
      const keys = await reader
        .selectFrom('api_keys')
        .select(['id', 'name'])
        .where('account_id', '=', accountId)
        .where(isOneOf('id', ids))
        .execute();
      const people = await reader
        .selectFrom('people')
        .select(['id', 'name'])
        .where(isOneOf('id', ids))
        .execute();
      const named = [...keys, ...people].flatMap(({ id, name }) => (name ? [[id, name] as const] : []));
      return new Map(named);
    },
  };
}
