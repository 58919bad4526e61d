import type { Clock } from '../session/ports.ts';
import { cameraFindings } from './camera-findings.ts';
import { missingInterfaces, storageFindings, workerFindings } from './engine-findings.ts';
import { createBlocking, type PreflightFinding, type PreflightReport } from './finding.ts';
import { canvasFindings, pictureFindings, styleFindings } from './look-findings.ts';
import { pageFindings } from './page-findings.ts';
import { watchViolations } from './policy-violations.ts';
import type { Scope } from './scope.ts';
import { type NamedService, serviceFindings, unreachable } from './service-findings.ts';

/** Time limit of the whole check, in ms. Together with 8 s for loading this code, it equals the flow's limit for an answer. */
export const deadlineMs = 12_000;

type Findings = readonly PreflightFinding[];

/**
 * Checks in parallel what a flow needs of page, browser, device and connection. Never rejects, shows the user no prompt, and
 * leaves no worker, listener, timer or object URL behind.
 *
 * @param named - address of the service, or why it is not usable.
 * @param options - the argument of `preflight`, of any type.
 */
export async function checkDevice(
  scope: Scope,
  named: NamedService,
  clock: Clock,
  options?: unknown,
): Promise<PreflightReport> {
  const { document, navigator } = scope;
  if (!document || !navigator) {
    return createReport([
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
  const isCameraBlocked = page.some(({ severity }) => severity === 'blocking');
  const found = await Promise.all([
    missingInterfaces(scope),
    page,
    // Skips the camera if the page may not use it, because the browser's answers are then meaningless.
    isCameraBlocked ? [] : within(signal, [], () => cameraFindings(navigator)),
    within(signal, [], () => workerFindings(scope, signal)),
    within(signal, [], () => canvasFindings(scope)),
    within(signal, [], () => pictureFindings(scope, signal)),
    within(signal, [], () => styleFindings(scope, readNonce(options))),
    within(signal, [unreachable(named.address)], () => serviceFindings(service)),
    storageFindings(scope),
  ]);
  life.abort();
  violations.stop();
  return createReport(found.flat());
}

/** Returns the findings of a probe: `late` if it takes too long, none if it fails. */
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

/** Reads `cspNonce`; undefined if there is none, or reading it throws. */
function readNonce(options: unknown): unknown {
  try {
    return Object(options).cspNonce;
  } catch {
    return undefined;
  }
}

function createReport(findings: Findings): PreflightReport {
  return { ok: findings.every(({ severity }) => severity === 'warning'), findings };
}
