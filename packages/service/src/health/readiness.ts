import type { ElapsedMs } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';

/** Findings of one probe, in sentences for operators. Contain no secrets, because anybody may ask. */
export interface ProbeResult {
  /** Reasons not to send requests to the service. */
  readonly reasons?: readonly string[];
  /** Findings for the operator that do not keep the service from working. */
  readonly warnings?: readonly string[];
}

/** Check of one part of the service. */
export interface Probe {
  /** Part, as the subject of a sentence: "The database". */
  readonly subject: string;
  /** Checks the part. An error counts as a reason. */
  look(): Promise<ProbeResult>;
}

/** Result of all probes. The service is ready if there are no reasons. */
export interface Readiness {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** How long a result is reused: anybody may ask, and each check writes to the disk. */
const freshMs = 2000;
/** Time after which a probe counts as failed. */
const timeoutMs = 5000;

/** Makes a function that runs all probes in parallel, at most once every two seconds. */
export function createReadiness(probes: readonly Probe[], elapsed: ElapsedMs): () => Promise<Readiness> {
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null;
  return () => {
    if (last === null || elapsed() - last.at > freshMs)
      last = { at: elapsed(), readiness: runProbes(probes) };
    return last.readiness;
  };
}

/** Wraps a readiness check: reports the service as not ready as soon as it is leaving. */
export function readyUntil(isLeaving: () => boolean, readiness: () => Promise<Readiness>) {
  return async (): Promise<Readiness> =>
    isLeaving() ? { reasons: ['The service is stopping.'], warnings: [] } : readiness();
}

async function runProbes(probes: readonly Probe[]): Promise<Readiness> {
  const results = await Promise.all(probes.map(runProbe));
  return {
    reasons: results.flatMap(({ reasons = [] }) => reasons),
    warnings: results.flatMap(({ warnings = [] }) => warnings),
  };
}

async function runProbe({ subject, look }: Probe): Promise<ProbeResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ProbeResult>((resolve) => {
    timer = setTimeout(() => resolve({ reasons: [`${subject} does not answer.`] }), timeoutMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    const cause = causeOfUnavailability(error) ?? 'see the log of the service';
    return { reasons: [`${subject} cannot be used: ${cause}.`] };
  } finally {
    clearTimeout(timer);
  }
}
