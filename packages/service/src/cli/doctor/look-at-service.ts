import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { FolderInUseError, holdFolder } from '../../db/opening/open-database.ts';
import type { Environment } from '../../settings/environment.ts';
import { notedAddress } from '../../settings/noted-settings.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Time-out for replies, in ms. */
const answerWithinMs = 5000;
/**
 * Tolerated clock difference, in ms. Receivers refuse webhooks if the clocks differ by 5 minutes; the Date header is in whole
 * seconds.
 */
const clockToleranceMs = 30_000;

/** Returns whether a service is using the data folder. If none is, asking locks the folder for a moment. */
export function isServed(folder: string): boolean {
  if (!existsSync(join(folder, 'service.lock'))) return false;
  try {
    holdFolder(folder)();
    return false;
  } catch (error) {
    // Another finding reports a folder that is not writable.
    return error instanceof FolderInUseError;
  }
}

/** Checks the process that serves the data, and its replies. */
export async function lookAtService(
  environment: Environment,
  isRunning: boolean,
  clock: Clock,
): Promise<Finding[]> {
  if (!isRunning)
    return [
      warn('service', 'is not running on this data.', 'Start it: npm start, or node dist/bundled/main.js'),
    ];
  // Prefers the address noted by the running service, because another service may listen on the port of the settings.
  const { host, port } = notedAddress(environment.dataFolder) ?? environment;
  const url = `http://${reachable(host)}:${port}/healthz`;
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
    await reply.arrayBuffer();
    if (!reply.ok) return [fail('service', `${url} answers ${reply.status}.`, 'Check its log.')];
    return [ok('service', `answers at ${url}.`), ...(await readinessAt(url)), clockOf(reply, url, clock)];
  } catch {
    return [
      warn(
        'service',
        `is running, but does not answer at ${url}.`,
        'Check its log: it may be starting, stopping or overloaded. A service of an older version needs HOST and PORT set for this command.',
      ),
    ];
  }
}

const readyzSchema = z.object({ reasons: z.array(z.string()) });

/** Reports why the service is not ready; nothing if it is ready, or if its version does not report reasons. */
async function readinessAt(healthUrl: string): Promise<Finding[]> {
  const check = 'readiness';
  const reply = await fetch(new URL('/readyz', healthUrl), { signal: AbortSignal.timeout(answerWithinMs) });
  const body = readyzSchema.safeParse(await reply.json().catch(() => null));
  if (reply.status === 200) return [ok(check, 'The service can serve requests.')];
  if (!body.success) return [];
  const remedy = 'Until then load balancers should send it no requests: /readyz answers 503.';
  return body.data.reasons.map((reason) => fail(check, reason, remedy));
}

function clockOf(reply: Response, url: string, clock: Clock): Finding {
  const apartMs = Math.abs(Date.parse(reply.headers.get('date') ?? '') - clock.now());
  if (Number.isNaN(apartMs))
    return warn(
      'clock',
      `It could not be checked: the reply of ${url} has no valid Date header.`,
      'Check by hand that NTP sets both clocks.',
    );
  if (apartMs <= clockToleranceMs) return ok('clock', 'The service and this command agree on the time.');
  const says = `The service’s clock differs by ${Math.round(apartMs / 1000)} s from the clock of this machine.`;
  return fail('clock', says, 'Let NTP set both: deadlines and signatures depend on it.');
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
