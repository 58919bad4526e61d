import type { LinkJourney, LinkState } from '@vendor/contract';
import { memberOf } from '../api/request.ts';

const journeys: readonly LinkJourney[] = ['open', 'checking', 'completed', 'incomplete'];

/** Where a link stands, as the service says; what it says otherwise than it should counts for nothing. */
export function linkStateIn(answer: unknown): LinkState {
  const journey = journeys.find((known) => known === memberOf(answer, 'journey')) ?? 'open';
  return {
    journey,
    completedUrl: addressIn(memberOf(answer, 'completedUrl')),
    incompleteUrl: addressIn(memberOf(answer, 'incompleteUrl')),
  };
}

/** Nothing but an address of the web is gone to, whatever was answered. */
function addressIn(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null;
}

/** Where a link sends its user when the journey stands so; null: nowhere. */
export function destinationOf({ journey, completedUrl, incompleteUrl }: LinkState): string | null {
  if (journey === 'completed') return completedUrl;
  return journey === 'incomplete' ? incompleteUrl : null;
}
