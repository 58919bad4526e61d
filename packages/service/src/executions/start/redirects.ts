import { type LinkState, type ProblemFault, parseScheme, redirectFault } from '@vendor/contract';
import type { ExecutionStore } from '../execution-store.ts';

type Store = Pick<ExecutionStore, 'redirectSchemesOf'>;

/** Addresses that a link sends the user to in the end. */
export type Redirects = Pick<LinkState, 'completedUrl' | 'incompleteUrl'>;

const members = ['completedUrl', 'incompleteUrl'] as const;

/** Addresses of apps whose scheme the account does not allow. Those that are malformed are the schema's to name. */
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
    const detail = `has the scheme ${scheme}, which the account does not allow: account redirects --allow ${scheme}`;
    faults.push({ pointer: `/${member}`, code: 'INVALID_INPUT_FORMAT', detail });
  }
  return faults;
}

/**
 * The addresses that the user may still be sent to. What was taken at the start is judged again: a scheme may have been
 * forbidden since, and an earlier version took addresses that this one refuses.
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

/** @param url - one without fault. */
async function isAllowed(store: Store, accountId: string, url: string): Promise<boolean> {
  const scheme = parseScheme(url) ?? '';
  if (scheme === 'http' || scheme === 'https') return true;
  return (await store.redirectSchemesOf(accountId)).includes(scheme);
}
