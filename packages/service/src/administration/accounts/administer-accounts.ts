import { randomUUID } from 'node:crypto';
import type { OperatorActor } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { noLock } from '../../transaction-locks.ts';
import type { AccountStore, NewAccount, SchemeChange } from './account-store.ts';

export interface AccountServices {
  readonly accounts: AccountStore;
  readonly clock: Clock;
}

/** Creates an account. It keeps all data until a retention time is set. */
export async function createAccount(
  { accounts, clock }: AccountServices,
  actor: OperatorActor,
  name: string,
): Promise<NewAccount> {
  const account = { id: randomUUID(), name, createdAt: clock.now() };
  await accounts.transact(noLock, async (transaction) => {
    await transaction.insert(account);
    await transaction.record({
      actor,
      act: 'account.create',
      at: account.createdAt,
      accountId: account.id,
      subject: { kind: 'account', id: account.id },
      mode: null,
    });
  });
  return account;
}

/**
 * Allows and forbids apps to which links of an account may redirect users. Applies at once, also to links that were already
 * sent.
 */
export async function changeRedirects(
  { accounts, clock }: AccountServices,
  actor: OperatorActor,
  accountId: string,
  change: SchemeChange,
): Promise<void> {
  if (change.allow.length + change.forbid.length === 0) return;
  await accounts.transact({ account: accountId }, async (transaction) => {
    await transaction.changeRedirectSchemes(accountId, change);
    await transaction.record({
      actor,
      act: 'account.redirects',
      at: clock.now(),
      accountId,
      subject: { kind: 'account', id: accountId },
      mode: null,
      changes: { allowed: change.allow.join(' '), forbidden: change.forbid.join(' ') },
    });
  });
}
