import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isIn } from '../outgoing/private-network.ts';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Environment } from './environment.ts';

/** Beside the data, for commands and the next start. */
const fileName = 'untrusted-proxies.json';

const notedSchema = z.array(z.object({ peer: z.string(), header: z.string(), seenAt: z.number() })).max(16);

/** A proxy in the operator's own networks that TRUSTED_PROXIES did not name. */
export type NotedProxy = z.infer<typeof notedSchema>[number];

/** Proxies that were not seen for so long may be gone, in ms. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Notes a proxy, in place of what was noted of it before; the oldest is left out when there are too many. */
export function noteProxy(dataFolder: string, proxy: NotedProxy): void {
  const others = readNoted(dataFolder).filter(({ peer }) => peer !== proxy.peer);
  writePrivateFile(join(dataFolder, fileName), `${JSON.stringify([...others, proxy].slice(-16))}\n`);
}

/** The noted proxies that the settings still do not name. */
export function untrustedProxies(
  { dataFolder, trustedProxies }: Pick<Environment, 'dataFolder' | 'trustedProxies'>,
  now: number,
): NotedProxy[] {
  return readNoted(dataFolder).filter(
    ({ peer, seenAt }) =>
      now - seenAt < keptMs &&
      ipaddr.isValid(peer) &&
      !trustedProxies.some((network) => isIn(ipaddr.process(peer), network)),
  );
}

/** Tells whether users connect by https, which the service does not speak itself, although no proxy is configured. */
export function lacksProxy({
  publicUrl,
  trustedProxies,
  isDevelopment,
}: Pick<Environment, 'publicUrl' | 'trustedProxies' | 'isDevelopment'>): boolean {
  return !isDevelopment && trustedProxies.length === 0 && publicUrl?.startsWith('https:') === true;
}

function readNoted(dataFolder: string): NotedProxy[] {
  try {
    return notedSchema.parse(JSON.parse(readPrivateFile(join(dataFolder, fileName)) ?? '[]'));
  } catch {
    return [];
  }
}
