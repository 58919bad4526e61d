import { refuseHeader } from '../refusal.ts';
import type { RequestContext } from './app-environment.ts';

/**
 * Refuses a request that the page of another origin may have sent. Browsers say so in `Sec-Fetch-Site`; older ones name the origin.
 *
 * @throws {Refusal} FORBIDDEN, for a request that says neither, too.
 */
export function refuseOtherOrigin(context: RequestContext): void {
  const site = context.req.header('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site !== undefined)
    throw refuseHeader('FORBIDDEN', 'sec-fetch-site', 'says that another site sent the request');
  const origin = context.req.header('origin');
  if (origin !== undefined && origin === new URL(context.get('ownAddress').publicUrl).origin) return;
  throw refuseHeader('FORBIDDEN', 'origin', 'is not the address of this service');
}
