import type { OpenDatabase } from '../db/opening/open-database.ts';
import { deliveriesHeldAt } from '../db/webhooks/delivery-holds.ts';
import { describeIsolation, nameProtections } from '../evaluations/decoders/isolation.ts';
import type { UntrustedProxy } from '../http/untrusted-proxy.ts';
import type { Logger } from '../logging/logger.ts';
import { reachOf } from '../outgoing/name-reach.ts';
import { isThisMachine } from '../outgoing/public-address.ts';
import { createNameResolver } from '../outgoing/resolve-name.ts';
import type { KeptRelease } from '../sdk-releases/keep-release.ts';
import type { Environment } from '../settings/environment.ts';
import { lacksProxy, noteProxy, untrustedProxies } from '../settings/noted-proxies.ts';
import { developmentSettings } from '../settings/noted-settings.ts';

/** Logs the migrations that the start carried out. */
export function logMigrations(logger: Logger, { migrated: { carriedOut, snapshot } }: OpenDatabase): void {
  if (carriedOut.length === 0) return;
  logger.info('The database was migrated.', {
    migrations: carriedOut.join(', '),
    ...(snapshot !== null && { snapshot }),
  });
}

/** Warns that webhooks are held, as in a restored copy. */
export async function logHeldDeliveries(logger: Logger, { reader }: OpenDatabase): Promise<void> {
  const heldAt = await deliveriesHeldAt(reader);
  if (heldAt === null) return;
  logger.warn('Webhooks are held. To send them: orchestration webhook release', {
    since: new Date(heldAt).toISOString(),
  });
}

/** Warns of settings for development. */
export function logDevelopmentSettings(logger: Logger, environment: Environment): void {
  const settings = developmentSettings(environment);
  if (settings.length === 0) return;
  logger.warn('Development settings are on. Do not use them in a service that others can reach.', {
    settings: settings.join(', '),
  });
  // Logs an error instead of refusing to start, because a tunnel to a phone needs this combination.
  if (
    environment.publicUrl?.startsWith('https:') &&
    !isThisMachine(new URL(environment.publicUrl).hostname)
  ) {
    logger.error('Development settings are on, but PUBLIC_URL says that others can reach this service.', {
      settings: settings.join(', '),
    });
  }
}

const untrusted =
  'Requests come through a proxy that TRUSTED_PROXIES does not name: all its users share one rate limit, and address checks judge the proxy. Name its address or network in TRUSTED_PROXIES.';

/**
 * Warns of a proxy that TRUSTED_PROXIES does not name, and stores it for `doctor`. A header from an internet address is only
 * logged, because an end user may have forged it.
 */
export function logUntrustedProxy(
  logger: Logger,
  dataFolder: string,
  proxy: UntrustedProxy,
  seenAt: number,
): void {
  const { peer, header, isOwn } = proxy;
  if (!isOwn) {
    logger.warn(
      'A peer on the internet sent a forwarded address. If it is your proxy, name its network in TRUSTED_PROXIES; otherwise ignore this.',
      { peer, header },
    );
    return;
  }
  logger.warn(untrusted, { peer, header });
  try {
    noteProxy(dataFolder, { peer, header, seenAt });
  } catch (error) {
    logger.warn('A proxy could not be stored for doctor.', {}, error);
  }
}

/** Repeats the warnings about proxies of earlier starts, and warns if PUBLIC_URL implies a proxy that is not trusted. */
export function logNotedProxies(logger: Logger, environment: Environment, now: number): void {
  for (const { peer, header } of untrustedProxies(environment, now)) logger.warn(untrusted, { peer, header });
  if (lacksProxy(environment))
    logger.warn(
      'PUBLIC_URL is https, so a proxy is in front of the service, but TRUSTED_PROXIES names none: all users share one rate limit, and address checks judge the proxy.',
    );
}

/** Logs how decoder processes are isolated, which depends on the system. Warns if a protection is missing. */
export function logIsolation(logger: Logger, { dataFolder }: Pick<Environment, 'dataFolder'>): void {
  const { on, off } = nameProtections(describeIsolation(dataFolder));
  const facts = { on: on.join(', '), ...(off.length > 0 && { off: off.join(', ') }) };
  logger[off.length > 0 ? 'warn' : 'info']('Uploads are decoded in isolated processes.', facts);
}

/** Warns at the start if the register connector has no allowed address: every check that queries it would end as ERROR. */
export async function logUnreachableRegister(
  logger: Logger,
  { register, allowsLoopback }: Environment,
): Promise<void> {
  if (!register) return;
  const policy = { allowLoopback: allowsLoopback, networks: register.networks };
  const reach = await reachOf(new URL(register.url).hostname, policy, createNameResolver());
  if (reach === 'open') return;
  logger.warn('The register connector has no allowed address, or its name cannot be resolved.', { reach });
}

/** Warns if the build of the SDK is missing, or differs from the kept build of the same version. */
export function logMissingRelease(logger: Logger, release: KeptRelease): void {
  if (release.kind === 'absent') {
    logger.warn('There is no build of the browser SDK: pages cannot load it from here.');
  } else if (release.kind === 'conflict') {
    // Pages that pin the hash of the kept build must not get another build under the same version.
    logger.warn(
      'The SDK build differs from the one kept under the same version: /sdk/v1/ serves this build, /sdk/<version>/ the kept one. Build it with a higher version.',
      { version: release.version },
    );
  }
}
