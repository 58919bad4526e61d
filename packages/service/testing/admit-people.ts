import type { PersonActor } from '../src/access/actor.ts';
import type { OpenDatabase } from '../src/db/opening/open-database.ts';
import { rowOfGrant } from '../src/db/people/people-rows.ts';

/** Stores the rights and the session of each person, as a sign-in would have left them. */
export async function admitPeople(
  { main }: Pick<OpenDatabase, 'main'>,
  ...people: readonly PersonActor[]
): Promise<void> {
  for (const person of people) {
    const ids = { person_id: person.id, account_id: person.accountId };
    const unused = { created_at: 0, serial: 0, mac: '' };
    await main
      .insertInto('people')
      .values({
        ...{ id: person.id, email: `${person.id}@example.com`, name: person.id, created_at: 0 },
        ...{ sealed_credentials: null, credentials_at: null, totp_step: null },
        ...{ codes_from_strangers: null, codes_from_devices: null, serial: 0, mac: null },
      })
      .execute();
    await main
      .insertInto('memberships')
      .values({ ...ids, ...rowOfGrant(person), ...unused, last_sign_in_at: null })
      .execute();
    await main
      .insertInto('admin_sessions')
      .values({
        ...{ ...ids, ...unused, id: person.sessionId, hash: '', stage: 'open' },
        ...{ network: null, address: null, browser: null, ended_at: null },
        ...{ authenticated_at: 0, last_seen_at: 0, expires_at: 0 },
      })
      .execute();
  }
}
