import type { Clock } from '../session/ports.ts';
import { cameraFindings } from './camera-findings.ts';
import { missingInterfaces, storageFindings, workerFindings } from './engine-findings.ts';
import { createBlocking, type PreflightFinding, type PreflightReport } from './finding.ts';
import { canvasFindings, pictureFindings, styleFindings } from './look-findings.ts';
import { pageFindings } from './page-findings.ts';
import { watchViolations } from './policy-violations.ts';
import type { Scope } from './scope.ts';
import { type NamedService, serviceFindings, unreachable } from './service-findings.ts';

/** How long all of it may take, in ms: with 8 s for this code to arrive as long as the flow waits for an answer of the service. */
export const deadlineMs = 12_000;

type Findings = readonly PreflightFinding[];

/**
 * Tries what a flow needs of the page, the browser, the device and the way to the service, all at the same time. It never
 * rejects, asks the user for nothing, and leaves neither worker, listener, timer nor address behind.
 *
 * @param named - what names the service.
 * @param options - what the page has given to `preflight`, whatever it is.
 */
export async function checkDevice(
  scope: Scope,
  named: NamedService,
  clock: Clock,
  options?: unknown,
): Promise<PreflightReport> {
  const { document, navigator } = scope;
  if (!document || !navigator) {
    return reportOf([
      createBlocking(
        'not-a-browser',
        'There is no page here.',
        'Call preflight in the browser, not on a server.',
      ),
    ]);
  }
  const life = new AbortController();
  const { signal } = life;
  const violations = watchViolations(document);
  void clock.sleep(deadlineMs, signal).then(() => life.abort());

  const page = pageFindings(scope);
  const service = { scope, named, violations, clock, signal };
  const isCameraKept = page.some(({ severity }) => severity === 'blocking');
  const found = await Promise.all([
    missingInterfaces(scope),
    page,
    // Skips the camera where the page may not have it, because the browser then says nothing true about it.
    isCameraKept ? [] : within(signal, [], () => cameraFindings(navigator)),
    within(signal, [], () => workerFindings(scope, signal)),
    within(signal, [], () => canvasFindings(scope)),
    within(signal, [], () => pictureFindings(scope, signal)),
    within(signal, [], () => styleFindings(scope, nonceIn(options))),
    within(signal, [unreachable(named.address)], () => serviceFindings(service)),
    storageFindings(scope),
  ]);
  life.abort();
  violations.stop();
  return reportOf(found.flat());
}

/** Answers what a probe finds in time; one that fails has found nothing. */
async function within(
  signal: AbortSignal,
  late: Findings,
  probe: () => Promise<Findings>,
): Promise<Findings> {
  const timeIsUp = new Promise<Findings>((resolve) => {
    signal.addEventListener('abort', () => resolve(late));
  });
  return Promise.race([probe().catch(() => []), timeIsUp]);
}

/** The nonce of the page, where it has told one; what throws when it is read has told none. */
function nonceIn(options: unknown): unknown {
  try {
    return Object(options).cspNonce;
  } catch {
    return undefined;
  }
}

function reportOf(findings: Findings): PreflightReport {
  return { ok: findings.every(({ severity }) => severity === 'warning'), findings };
}
