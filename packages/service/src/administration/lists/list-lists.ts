import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import type { NetworkListFacts } from '../../networks/open-network-lists.ts';
import type { Watchlists } from '../../watchlists/watchlist.ts';
import { refuseAct } from '../refuse-act.ts';
import { ageOfList, type ListKind } from './list-age.ts';

export interface ListServices {
  readonly watchlists: Watchlists;
  readonly networkLists: () => readonly NetworkListFacts[];
  readonly clock: Clock;
}

/** A list that checks use. Times are in ms since 1970. */
export interface ListEntry {
  readonly kind: ListKind;
  readonly id: string;
  readonly source: string | null;
  readonly version: string | null;
  readonly entries: number | null;
  readonly names: number | null;
  readonly publishedAt: number | null;
  readonly importedAt: number | null;
  readonly age: { readonly days: number; readonly isOld: boolean };
}

/** Lists the lists that the service uses, with their age. @throws {Refusal} FORBIDDEN. */
export async function listLists(
  { watchlists, networkLists, clock }: ListServices,
  actor: Actor,
  accountId: string,
): Promise<ListEntry[]> {
  refuseAct(actor, 'list.read', { accountId });
  const now = clock.now();
  const people = (await watchlists.current()).map((list): ListEntry => {
    const { id, source, version, entries, names, publishedAt, importedAt } = list;
    return {
      kind: 'people',
      id,
      source,
      version: String(version),
      entries,
      names,
      publishedAt: publishedAt ?? null,
      importedAt,
      age: ageOfList('people', importedAt, now, publishedAt),
    };
  });
  const networks = networkLists().map(({ setting, type, builtAt }): ListEntry => {
    const at = builtAt.getTime();
    return {
      kind: 'networks',
      id: setting,
      source: type,
      version: builtAt.toISOString().slice(0, 10),
      entries: null,
      names: null,
      publishedAt: at,
      importedAt: null,
      age: ageOfList('networks', at, now),
    };
  });
  return [...people, ...networks];
}
