import type { AccountStore } from '../../administration/accounts/account-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import { insertAccount, listAccounts } from './accounts.ts';
import { changeRedirectSchemes, redirectSchemesOf } from './redirect-schemes.ts';

/** Reads and changes accounts in the database. */
export function createAccountStore({ main }: Pick<OpenDatabase, 'main'>): AccountStore {
  return {
    accounts: () => listAccounts(main),
    redirectSchemes: (accountId) => redirectSchemesOf(main, accountId),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          insert: (account) => insertAccount(trx, account),
          changeRedirectSchemes: (accountId, change) => changeRedirectSchemes(trx, accountId, change),
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}
