import type { PasskeySite } from '../../administration/people/second-step/passkeys.ts';
import type { RequestContext } from '../../http/app-environment.ts';

/** Name shown beside the e-mail address by authenticator apps and browsers. */
export const siteName = 'Verification';

/** Returns the site to which passkeys are bound: the configured address to which the request was sent. */
export function passkeySite(context: RequestContext): PasskeySite {
  return { name: siteName, origin: new URL(context.get('ownAddress').publicUrl).origin };
}

/** Returns whether browsers store passkeys for an origin. They store none for IP addresses. */
export function canHavePasskeys(origin: string): boolean {
  return !/^[\d.]+$|^\[/.test(new URL(origin).hostname);
}
