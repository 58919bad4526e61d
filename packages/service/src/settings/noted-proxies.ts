import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isIn } from '../outgoing/private-network.ts';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Environment } from './environment.ts';

/** Lies beside the data; commands and the next start read it. */
const fileName = 'untrusted-proxies.json';

const notedSchema = z.array(z.object({ peer: z.string(), header: z.string(), seenAt: z.number() })).max(16);

/** A proxy in the operator's own networks that TRUSTED_PROXIES does not name. */
export type NotedProxy = z.infer<typeof notedSchema>[number];

/** How long a proxy is reported after it was last seen, in ms; later it may be gone. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Records a proxy, replacing its earlier record. Drops the oldest of more than 16. */
export function noteProxy(dataFolder: string, proxy: NotedProxy): void {
  const others = readNoted(dataFolder).filter(({ peer }) => peer !== proxy.peer);
  writePrivateFile(join(dataFolder, fileName), `${JSON.stringify([...others, proxy].slice(-16))}\n`);
}

/** Returns recorded proxies that TRUSTED_PROXIES still does not name. */
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

/** Returns whether users connect by https, which needs a proxy, although TRUSTED_PROXIES names none. */
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
