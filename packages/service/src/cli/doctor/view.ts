import type { OpenDatabase } from '../../db/opening/open-database.ts';

/** The database, to be looked at alone. */
export type View = Pick<OpenDatabase, 'reader' | 'close'>;
