import type { AdminBrandColours } from '@vendor/contract/admin';
import type { Brand, BrandReads, BrandStore } from '../../administration/branding/brand-store.ts';
import { recordAct } from '../audit/audit-trail.ts';
import { inTransaction } from '../in-transaction.ts';
import type { OpenDatabase } from '../opening/open-database.ts';
import type { Database } from '../schema.ts';

const noColours: AdminBrandColours = {
  light: { accent: null, onAccent: null, text: null },
  dark: { accent: null, onAccent: null, text: null },
};

/** Stores the branding of hosted pages in the database. */
export function createBrandStore({ main, reader }: Pick<OpenDatabase, 'main' | 'reader'>): BrandStore {
  return {
    ...readsOf(reader),
    transact: (locks, work) =>
      inTransaction(main, locks, (trx) =>
        work({
          ...readsOf(trx),
          async putBrand(accountId, { name, colours, fontFamily, logo, revision, changedAt }) {
            await trx.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
            const row = {
              colours: JSON.stringify(colours),
              font_family: fontFamily,
              logo,
              revision,
              changed_at: changedAt ?? 0,
            };
            await trx
              .insertInto('account_brands')
              .values({ account_id: accountId, ...row })
              .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
              .execute();
          },
          async record(act) {
            await recordAct(trx, act);
          },
        }),
      ),
  };
}

function readsOf(db: Database): BrandReads {
  return {
    brand: (accountId) => findBrand(db, accountId),
  };
}

/** Returns the brand of an account; null if the account does not exist. */
export async function findBrand(db: Database, accountId: string): Promise<Brand | null> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('account_brands', 'account_brands.account_id', 'accounts.id')
    .select(['name', 'colours', 'font_family', 'logo', 'revision', 'changed_at'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    name: row.name,
    colours: row.colours === null ? noColours : (JSON.parse(row.colours) as AdminBrandColours),
    fontFamily: row.font_family,
    logo: row.logo,
    revision: row.revision ?? 0,
    changedAt: row.changed_at,
  };
}
