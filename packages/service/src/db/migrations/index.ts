import type { Migration } from 'kysely';
import { foundation } from './0001-foundation.ts';
import { housekeeping } from './0002-housekeeping.ts';
import { popupWindows } from './0003-popup-windows.ts';
import { cutOffJobs } from './0004-cut-off-jobs.ts';
import { decisions } from './0005-decisions.ts';
import { keptReplies } from './0006-kept-replies.ts';
import { links } from './0007-links.ts';

/** All migrations by name, in order. A migration that was released is never changed; a new one is added. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-housekeeping': housekeeping,
  '0003-popup-windows': popupWindows,
  '0004-cut-off-jobs': cutOffJobs,
  '0005-decisions': decisions,
  '0006-kept-replies': keptReplies,
  '0007-links': links,
};
