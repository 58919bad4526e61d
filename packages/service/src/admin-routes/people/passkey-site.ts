import type { PasskeySite } from '../../administration/people/second-step/passkeys.ts';
import type { RequestContext } from '../../http/app-environment.ts';

/** Shown by authenticator apps and browsers beside the e-mail address. */
export const siteName = 'Verification';

/** The site that passkeys are bound to: the address by which a request came, as the operator named it. */
export function passkeySite(context: RequestContext): PasskeySite {
  return { name: siteName, origin: new URL(context.get('ownAddress').publicUrl).origin };
}

/** Returns whether browsers store passkeys for an origin. They store none for an IP address. */
export function canHavePasskeys(origin: string): boolean {
  return !/^[\d.]+$|^\[/.test(new URL(origin).hostname);
}
