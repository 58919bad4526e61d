import type { RequestContext } from '../../http/app-environment.ts';
import { readAnyCookie, readCookie } from '../../http/cookies.ts';

/** Addresses of the list of executions. */
const listPaths = ['/admin', '/admin/runs'];

/** Filters with the same name in the page's address and in the API call, in the order of the call. */
const filters = ['status', 'workflow', 'check', 'code', 'waiting', 'version', 'after'] as const;

/** Filters by day. Only the browser can convert them to times, because days depend on its time zone. */
const browserFilters = ['from', 'to'];

const maxQueryLength = 1000;

/**
 * Makes the `Link` header by which the browser of a signed-in person requests the list while the panel's scripts are still
 * loading (RFC 8288; HTML, `preload`). Must match the panel's own call exactly, or the reply is not used.
 *
 * @returns null if the page shows no list, nobody is signed in, or the call depends on data that only the browser has.
 */
export function listPreload(context: RequestContext): string | null {
  const { pathname, searchParams } = new URL(context.req.url);
  if (!listPaths.includes(pathname.replace(/\/+$/, ''))) return null;
  if (readCookie(context, 'admin') === null) return null;
  const mode = searchParams.get('mode') ?? readAnyCookie(context, 'admin-mode');
  if (mode !== 'live' && mode !== 'test') return null;
  if (browserFilters.some((name) => searchParams.get(name))) return null;
  const query = new URLSearchParams({ mode });
  for (const name of filters) {
    const value = searchParams.get(name);
    if (value) query.set(name, value);
  }
  if (query.has('waiting')) query.set('waiting', 'true');
  const text = query.toString();
  if (text.length > maxQueryLength) return null;
  return `</admin-api/v1/executions?${text}>; rel=preload; as=fetch; crossorigin`;
}
