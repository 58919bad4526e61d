import { computed, signal } from '@preact/signals';

/** All pages of the panel are below this path. */
const base = '/admin';

/** The current address without the base: path and query, but not the fragment, which may contain a one-time secret. */
const place = signal({ path: '/', query: '' });

/** Path below `/admin`, such as `/runs`, without a trailing slash. */
export const path = computed(() => place.value.path);

/** Query of the current address. */
export const query = computed(() => new URLSearchParams(place.value.query));

/**
 * Reads the address of the page and follows its changes.
 *
 * @returns stops following.
 */
export function followAddress(): () => void {
  const read = () => {
    const { pathname, search } = location;
    const below = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    place.value = { path: below.replace(/\/+$/, '') || '/', query: search };
  };
  const onClick = (event: MouseEvent) => {
    const to = ownLink(event);
    if (to === null) return;
    event.preventDefault();
    navigate(to);
  };
  read();
  addEventListener('popstate', read);
  addEventListener('click', onClick);
  return () => {
    removeEventListener('popstate', read);
    removeEventListener('click', onClick);
  };
}

/** Navigates to a path below `/admin`, such as `/runs?status=REVIEW`. `replace` adds no entry to the history. */
export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', base + to);
  const [path = '/', query = ''] = to.split('?');
  const hasMoved = path !== place.value.path;
  place.value = { path, query };
  if (hasMoved) scrollTo(0, 0);
}

/** Returns the `href` of a link to a path below `/admin`. */
export function href(to: string): string {
  return base + to;
}

/** Returns the path to which a plain click on a link of the panel leads; null if the browser must handle the click. */
function ownLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (!link.pathname.startsWith(`${base}/`)) return null;
  // A link to a place in this page, such as the one that skips the navigation.
  if (link.hash && link.pathname + link.search === location.pathname + location.search) return null;
  return link.pathname.slice(base.length) + link.search;
}
