import type { OpenDatabase } from '../../db/open-database.ts';

/** The database, to be looked at alone. */
export type View = Pick<OpenDatabase, 'reader' | 'close'>;
