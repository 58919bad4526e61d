import type { LinkFlowState, LinkState } from '@vendor/contract';
import { readMember } from '../api/request.ts';

const flowStates: readonly LinkFlowState[] = ['open', 'checking', 'completed', 'incomplete'];

/** Reads the state of a link from the answer of the service; ignores members with invalid values. */
export function parseLinkState(answer: unknown): LinkState {
  const journey = flowStates.find((known) => known === readMember(answer, 'journey')) ?? 'open';
  return {
    journey,
    completedUrl: addressIn(readMember(answer, 'completedUrl')),
    incompleteUrl: addressIn(readMember(answer, 'incompleteUrl')),
  };
}

/** Schemes that lead to no page and no app: they run code, or read files or pages. */
const forbidden =
  /^(?:(?:java|vb|live)script|data|blob|file(?:system)?|about|view-source|jar|intent|android-app|chrome|[a-z]+-extension|resource|wss?|ftp):/i;
const address = /^(?:https?:\/\/[^\s\\/@?#]+(?=[/?#]|$)|(?!https?:)[a-z][a-z0-9+.-]*:)[^\s\\]*$/i;

/** Validates the service's address again, because the page navigates to it. */
function addressIn(value: unknown): string | null {
  return typeof value === 'string' && address.test(value) && !forbidden.test(value) ? value : null;
}

/** Returns whether an address is that of an app, not of the web. */
export function leadsToApp(destination: string): boolean {
  return !/^https?:/i.test(destination);
}

/** Returns the address to which a link redirects its user in that state; null if there is none. */
export function findDestination({ journey, completedUrl, incompleteUrl }: LinkState): string | null {
  if (journey === 'completed') return completedUrl;
  return journey === 'incomplete' ? incompleteUrl : null;
}
