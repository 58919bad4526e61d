import type { Clock } from '../session/ports.ts';
import { createBlocking, createWarning, type PreflightFinding } from './finding.ts';
import type { PolicyViolations } from './policy-violations.ts';
import type { Scope } from './scope.ts';

/**
 * Path of a request that needs no session, and is handled like all calls of the flow. A literal, because importing the address
 * code of the flow would load the whole shell.
 */
const pingPath = '/orchestration-api/v1/client/ping';

/** Time to wait for the event of a policy violation, in ms, which fires in its own task after the request has failed. */
const violationMs = 100;

/** Address of the service as configured by the page. */
export interface NamedService {
  /** Without a trailing slash; null if no address is configured, or it is unusable. */
  readonly address: string | null;
  /** Why the configured address is unusable. */
  readonly problem?: string;
}

/** Options for testing the connection to the service. */
export interface ServiceProbe {
  readonly scope: Scope;
  readonly named: NamedService;
  readonly violations: PolicyViolations;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Sends the service a request that needs no session, in the same way as the flow. */
export async function serviceFindings(probe: ServiceProbe): Promise<readonly PreflightFinding[]> {
  const { scope, named } = probe;
  const { address, problem } = named;
  if (address === null) {
    if (problem)
      return [createBlocking('service-unknown', problem, 'Correct baseUrl or token.', 'configuration')];
    return [
      createWarning(
        'service-unknown',
        'The address of the service is not known, so it was not tested.',
        'Pass baseUrl, as you do to start.',
        'configuration',
      ),
    ];
  }
  const found = isMixedContent(scope, address)
    ? createBlocking(
        'service-insecure',
        'A page served over https cannot connect to a service over http.',
        'Use a baseUrl that begins with https:.',
        'configuration',
      )
    : await tryConnection(probe, address);
  return found ? [found] : [];
}

async function tryConnection(probe: ServiceProbe, baseAddress: string): Promise<PreflightFinding | null> {
  const { scope, violations, clock, signal } = probe;
  const url = baseAddress + pingPath;
  const { origin } = new URL(url);
  const answer = await request(scope, url, signal, {
    // Causes a CORS preflight, like all requests of the flow.
    headers: { 'content-type': 'application/json' },
  });
  if (answer) {
    const isService = answer.ok && hasData(await answer.json().catch(() => null));
    return isService ? null : createUnexpectedFinding(origin, answer.status);
  }
  await clock.sleep(violationMs, signal);
  if (violations.blocked('connect-src', url)) {
    return createBlocking(
      'connection-blocked',
      'The Content-Security-Policy forbids connections to the service.',
      `Add ${origin} to connect-src.`,
      'content-security-policy',
    );
  }
  if (scope.navigator?.onLine === false) {
    return createBlocking('offline', 'The device is offline.', 'Connect it and try again.');
  }
  // Any answer counts, even if the page may not read it.
  return (await request(scope, url, signal, { mode: 'no-cors' }))
    ? createCorsFinding(origin)
    : unreachable(baseAddress);
}

function createUnexpectedFinding(origin: string, status: number): PreflightFinding {
  return createBlocking(
    'service-unexpected',
    `${origin} does not answer like the service (HTTP ${status}).`,
    'Check baseUrl.',
    'configuration',
  );
}

function createCorsFinding(origin: string): PreflightFinding {
  return createBlocking(
    'service-cors',
    `${origin} answers, but CORS blocks the response.`,
    'Check baseUrl; a proxy must forward OPTIONS requests and all headers.',
    'configuration',
  );
}

/** Creates the finding for a service that cannot be reached, or does not answer in time. */
export function unreachable(baseAddress: string | null): PreflightFinding {
  return createBlocking(
    'service-unreachable',
    `${baseAddress} does not answer.`,
    'Check baseUrl; a firewall or an extension may block it.',
    'configuration',
  );
}

async function request(
  { fetch }: Scope,
  url: string,
  signal: AbortSignal,
  options: RequestInit,
): Promise<Response | null> {
  try {
    return (
      (await fetch?.(url, {
        ...options,
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      })) ?? null
    );
  } catch {
    return null;
  }
}

function hasData(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'data' in body;
}

/**
 * Returns whether the browser would block http from an https page, which it allows only to the device itself (Mixed Content,
 * potentially trustworthy origins).
 */
function isMixedContent({ location }: Scope, baseAddress: string): boolean {
  const { protocol, hostname } = new URL(baseAddress);
  return (
    location?.protocol === 'https:' &&
    protocol === 'http:' &&
    !/^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)
  );
}
