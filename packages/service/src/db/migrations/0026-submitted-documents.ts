import type { Migration } from 'kysely';

/** As what the captures of a document were submitted: what tells the same submission again from another one. */
export const submittedDocuments: Migration = {
  async up(db) {
    await db.schema.alterTable('captures').addColumn('document_type', 'text').execute();
  },
};
