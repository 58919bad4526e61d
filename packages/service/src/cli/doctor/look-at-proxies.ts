import type { Environment } from '../../settings/environment.ts';
import { lacksProxy, untrustedProxies } from '../../settings/noted-proxies.ts';
import { type Finding, ok, warn } from './finding.ts';

const check = 'proxies';
const effect = 'All its users share one rate limit, and address checks judge the proxy.';

/** Reports proxies in front of the service that the settings do not name, as far as requests have revealed them. */
export function lookAtProxies(environment: Environment, now: number): Finding[] {
  const found = untrustedProxies(environment, now);
  if (found.length > 0)
    return found.map(({ peer, header, seenAt }) =>
      warn(
        check,
        `${peer} sent ${header} at ${new Date(seenAt).toISOString()}, and TRUSTED_PROXIES does not name it. ${effect}`,
        `If it is your proxy, set TRUSTED_PROXIES=${[...environment.trustedProxies, peer].join(',')} and restart the service.`,
      ),
    );
  if (lacksProxy(environment))
    return [
      warn(
        check,
        `PUBLIC_URL is https, so a proxy is in front of the service, but TRUSTED_PROXIES names none. ${effect}`,
        'Set TRUSTED_PROXIES to the address of the proxy, as the service sees it.',
      ),
    ];
  const { trustedProxies } = environment;
  return [
    ok(check, trustedProxies.length > 0 ? trustedProxies.join(', ') : 'None is named, and none was seen.'),
  ];
}
