import { callPath } from './api/call-path.ts';
import { recallMode } from './mode-memory.ts';
import { callQuery, readFilters } from './screens/runs/filters.ts';

/** Paths that show the list of runs. */
const listPaths = ['/admin', '/admin/runs'];

/**
 * Returns the calls of the first screen, before it is known who is signed in: the session and, at an address of the list, its
 * page. The service preloads the same calls: see its `list-preload.ts`. While neither the address nor the cookie names a mode,
 * returns the session only.
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
