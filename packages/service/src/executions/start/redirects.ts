import { type LinkState, type ProblemFault, parseScheme, redirectFault } from '@vendor/contract';
import type { ExecutionStore } from '../execution-store.ts';

type Store = Pick<ExecutionStore, 'redirectSchemesOf'>;

/** URLs to which a link redirects the user at the end. */
export type Redirects = Pick<LinkState, 'completedUrl' | 'incompleteUrl'>;

const members = ['completedUrl', 'incompleteUrl'] as const;

/** Lists redirect URLs of apps whose scheme the account does not allow. The schema reports malformed URLs. */
export async function redirectFaults(
  store: Store,
  accountId: string,
  body: unknown,
): Promise<ProblemFault[]> {
  const faults: ProblemFault[] = [];
  for (const member of members) {
    const url: unknown = Object(body)[member];
    if (typeof url !== 'string' || redirectFault(url) !== null) continue;
    if (await isAllowed(store, accountId, url)) continue;
    const scheme = parseScheme(url);
    const detail = `has the scheme ${scheme}, which the account does not allow. To allow it, run: account redirects --allow ${scheme}`;
    faults.push({ pointer: `/${member}`, code: 'INVALID_INPUT_FORMAT', detail });
  }
  return faults;
}

/**
 * Returns the redirects that are still allowed; null for the others. URLs accepted at the start are checked again, because a
 * scheme may have been forbidden since, and an earlier version accepted URLs that this version refuses.
 */
export async function allowedRedirects(
  store: Store,
  accountId: string,
  { completedUrl, incompleteUrl }: Redirects,
): Promise<Redirects> {
  const allowed = async (url: string | null) =>
    url !== null && redirectFault(url) === null && (await isAllowed(store, accountId, url)) ? url : null;
  return { completedUrl: await allowed(completedUrl), incompleteUrl: await allowed(incompleteUrl) };
}

/** @param url - a well-formed redirect URL. */
async function isAllowed(store: Store, accountId: string, url: string): Promise<boolean> {
  const scheme = parseScheme(url) ?? '';
  if (scheme === 'http' || scheme === 'https') return true;
  return (await store.redirectSchemesOf(accountId)).includes(scheme);
}
