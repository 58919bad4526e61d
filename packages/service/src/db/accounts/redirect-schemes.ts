import type { Database } from '../schema.ts';

/** Returns, in order, the schemes of apps to which the links of an account may send users. */
export async function redirectSchemesOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('redirect_schemes')
    .select('scheme')
    .where('account_id', '=', accountId)
    .orderBy('scheme')
    .execute();
  return rows.map(({ scheme }) => scheme);
}

/** Adds and then removes allowed schemes of an account. Call it inside a transaction. */
export async function changeRedirectSchemes(
  db: Database,
  accountId: string,
  { allow, forbid }: { readonly allow: readonly string[]; readonly forbid: readonly string[] },
): Promise<void> {
  const known = await redirectSchemesOf(db, accountId);
  const added = [...new Set(allow)].filter((scheme) => !known.includes(scheme));
  if (added.length > 0)
    await db
      .insertInto('redirect_schemes')
      .values(added.map((scheme) => ({ account_id: accountId, scheme })))
      .execute();
  if (forbid.length > 0)
    await db
      .deleteFrom('redirect_schemes')
      .where('account_id', '=', accountId)
      .where('scheme', 'in', forbid)
      .execute();
}
