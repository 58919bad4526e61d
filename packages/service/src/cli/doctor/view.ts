import type { OpenDatabase } from '../../db/opening/open-database.ts';

/** The database, for reading. */
export type View = Pick<OpenDatabase, 'reader' | 'close'>;
