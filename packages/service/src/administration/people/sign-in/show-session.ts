import type { PersonActor } from '../../../access/actor.ts';
import { type Act, actsIn } from '../../../access/find-obstacle.ts';
import type { PeopleServices } from '../people-services.ts';
import type { AccountName } from '../people-store.ts';
import { requestTokenOf } from './read-session.ts';

/** The signed-in person and their rights. */
export interface SessionView {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly account: AccountName;
  readonly accounts: readonly AccountName[];
  readonly role: PersonActor['role'];
  readonly modes: PersonActor['modes'];
  readonly pictures: boolean;
  /** Acts that are allowed in at least one mode. */
  readonly acts: readonly Act[];
  /** Acts among `acts` that are allowed only in test mode. */
  readonly testActs: readonly Act[];
  readonly requestToken: string;
  readonly isDevelopment: boolean;
  readonly mustAddSecondStep: boolean;
}

/** Describes the session to its person. */
export async function showSession(
  services: Pick<PeopleServices, 'store' | 'vault' | 'isDevelopment'>,
  actor: PersonActor,
): Promise<SessionView> {
  const { store, isDevelopment } = services;
  const [person, memberships] = await Promise.all([store.person(actor.id), store.membershipsOf(actor.id)]);
  const found = await Promise.all(memberships.map(({ accountId }) => store.account(accountId)));
  const accounts = found.filter((account) => account !== null);
  const account = accounts.find(({ id }) => id === actor.accountId) ?? { id: actor.accountId, name: '' };
  const [live, test] = [actsIn(actor, 'live'), actsIn(actor, 'test')];
  const { role, modes, pictures } = actor;
  return {
    person: { id: actor.id, name: person?.name ?? '', email: person?.email ?? '' },
    account,
    accounts,
    role,
    modes,
    pictures,
    acts: [...new Set([...live, ...test])],
    testActs: test.filter((act) => !live.includes(act)),
    requestToken: requestTokenOf(services, actor),
    isDevelopment,
    mustAddSecondStep: actor.mustAddSecondStep ?? false,
  };
}
