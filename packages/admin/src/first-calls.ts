import { callPath } from './api/call-path.ts';
import { recallMode } from './mode-memory.ts';
import { callQuery, readFilters } from './screens/runs/filters.ts';

/** Addresses that show the list of runs. */
const listPaths = ['/admin', '/admin/runs'];

/**
 * Calls that the first screen makes, known before anybody is known to be signed in: the session, and at the list its page.
 * The service preloads the same ones: see `list-preload.ts`
 * there. Waits for the session with the list while the mode is a guess.
 *
 * @returns paths below `/admin-api/v1/`.
 */
export function firstCalls({ pathname, search }: Pick<Location, 'pathname' | 'search'>): readonly string[] {
  const query = new URLSearchParams(search);
  const mode = query.get('mode') ?? recallMode();
  if ((mode !== 'live' && mode !== 'test') || !listPaths.includes(pathname.replace(/\/+$/, '')))
    return ['session'];
  const listQuery = callQuery(readFilters(query), mode, query.get('after'));
  return ['session', callPath('/executions', {}, listQuery)];
}
