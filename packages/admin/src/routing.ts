import { computed, signal } from '@preact/signals';

/** Everything of the panel lies below this path. */
const base = '/admin';

/** The address shown, without the base: path and query. Never the fragment: it may carry a one-time secret. */
const place = signal({ path: '/', query: '' });

/** Path below `/admin`, such as `/runs`; no slash at its end. */
export const path = computed(() => place.value.path);

/** The query of the address. */
export const query = computed(() => new URLSearchParams(place.value.query));

/** Reads the address of the page, and follows it from now on. @returns stops following. */
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

/** Goes to a place below `/admin`, such as `/runs?status=REVIEW`. `replace` leaves no entry in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', base + to);
  const [path = '/', query = ''] = to.split('?');
  const hasMoved = path !== place.value.path;
  place.value = { path, query };
  if (hasMoved) scrollTo(0, 0);
}

/** The address that a link to a place below `/admin` carries. */
export function href(to: string): string {
  return base + to;
}

/** Address that a plain click on a link of the panel leads to; null: the browser follows it by itself. */
function ownLink(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (!link.pathname.startsWith(`${base}/`)) return null;
  return link.pathname.slice(base.length) + link.search;
}
