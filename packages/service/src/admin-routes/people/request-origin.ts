import { describeBrowser } from '../../administration/people/sign-in/describe-browser.ts';
import type { SignInOrigin } from '../../administration/people/sign-in/open-session.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readCookie } from '../../http/cookies.ts';
import { limitedNetwork } from '../../http/limits/limited-network.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';

/** Returns the origin of an attempt to sign in. */
export function originOf(context: RequestContext, limits: RateLimits): SignInOrigin {
  const address = limits.addressOf(context);
  return {
    address,
    network: address === null ? 'unknown' : limitedNetwork(address),
    browser: describeBrowser(context.req.header('user-agent') ?? ''),
    device: readCookie(context, 'device'),
  };
}
