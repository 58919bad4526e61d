import { usableRows } from '../integrity/seal-earlier-rows.ts';
import { nextSerial, type RowSeal, sealRow, selectSealed } from '../integrity/sealed-rows.ts';
import type { Database } from '../schema.ts';

/** Returns whether an account requires a second step. A forged or removed rule counts as requiring it. */
export async function requiresSecondStep(db: Database, seal: RowSeal, accountId: string): Promise<boolean> {
  const rows = await selectSealed(db, 'sign_in_rules').where('account_id', '=', accountId).execute();
  if (rows.length > 0) {
    const [rule] = await usableRows(db, seal, 'sign_in_rules', rows);
    return rule === undefined || rule.requires_second_step === 1;
  }
  const isMissing = await isRuleMissing(db, accountId);
  if (isMissing) seal.onBroken({ table: 'sign_in_rules', id: accountId, accountId, fault: 'ROW_MISSING' });
  return isMissing;
}

/**
 * Stores the rule of an account.
 *
 * @returns the serial of the rule; record it with the act.
 */
export async function putSignInRule(
  db: Database,
  seal: RowSeal,
  accountId: string,
  isRequired: boolean,
): Promise<number> {
  const serial = await nextSerial(db, ruleOf(accountId), accountId);
  const rule = sealRow(seal, 'sign_in_rules', {
    account_id: accountId,
    requires_second_step: isRequired ? 1 : 0,
    serial,
  });
  await db
    .insertInto('sign_in_rules')
    .values(rule)
    .onConflict((before) => before.column('account_id').doUpdateSet(rule))
    .execute();
  return serial;
}

/** Returns whether the audit trail has a rule of an account whose row is missing. */
export async function isRuleMissing(db: Database, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_rules')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined && (await nextSerial(db, ruleOf(accountId), accountId)) > 1;
}

function ruleOf(accountId: string) {
  return { kind: 'account', id: accountId } as const;
}
