import { refuseHeader } from '../refusal.ts';
import type { RequestContext } from './app-environment.ts';

/**
 * Refuses a request that may come from the page of another origin. Browsers state this in `Sec-Fetch-Site`; older ones send the
 * origin.
 *
 * @throws {Refusal} FORBIDDEN, also for a request with neither header.
 */
export function refuseOtherOrigin(context: RequestContext): void {
  const site = context.req.header('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site !== undefined)
    throw refuseHeader('FORBIDDEN', 'sec-fetch-site', 'indicates that another site sent the request');
  const origin = context.req.header('origin');
  if (origin !== undefined && origin === new URL(context.get('ownAddress').publicUrl).origin) return;
  throw refuseHeader('FORBIDDEN', 'origin', 'must be the address of this service');
}
