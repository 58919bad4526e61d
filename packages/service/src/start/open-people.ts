import type { PeopleServices } from '../administration/people/people-services.ts';
import { GuessLimits } from '../administration/people/sign-in/guess-limits.ts';
import { createPasswords } from '../administration/people/sign-in/passwords.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { RefusedKeys, refusedSignIns } from '../audit/refused-keys.ts';
import type { RowSeal } from '../db/integrity/sealed-rows.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createPeopleStore } from '../db/people/people-store.ts';

interface PeopleParts extends Pick<PeopleServices, 'vault' | 'clock' | 'logger' | 'isDevelopment'> {
  readonly database: OpenDatabase;
  readonly audit: Pick<AuditStore, 'append'>;
  readonly rows: RowSeal;
  /** Default: hashing at the usual cost. */
  readonly passwords?: PeopleServices['passwords'];
}

/** Puts together the services that store the people of the Admin Panel and sign them in. */
export function openPeople({
  database,
  audit,
  rows,
  passwords = createPasswords(),
  ...parts
}: PeopleParts): PeopleServices & { readonly refused: RefusedKeys } {
  return {
    ...parts,
    store: createPeopleStore(database, rows),
    passwords,
    guesses: new GuessLimits(parts.clock),
    refused: new RefusedKeys({ audit, ...parts }, refusedSignIns),
  };
}
