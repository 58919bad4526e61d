import type { ElapsedMs } from '../clock.ts';
import { causeOfUnavailability } from '../unavailable.ts';

/** Findings of one probe, in sentences for operators; without secrets, as anybody may ask. */
export interface ProbeResult {
  /** Why the service should get no requests. */
  readonly reasons?: readonly string[];
  /** Findings that an operator should look at, although the service works. */
  readonly warnings?: readonly string[];
}

/** Looks whether one part of the service works. */
export interface Probe {
  /** The part, as the subject of a sentence: "The database". */
  readonly subject: string;
  /** Throwing is a reason, too. */
  look(): Promise<ProbeResult>;
}

/** Whether requests should be sent to the service. */
export interface Readiness {
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/** How long an answer counts: anybody may ask, and each look writes to the disk. */
const freshMs = 2000;
/** A probe that takes longer has failed. */
const answerWithinMs = 5000;

/** Looks at all parts at once, at most once in two seconds however many ask. */
export function createReadiness(probes: readonly Probe[], elapsed: ElapsedMs): () => Promise<Readiness> {
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null;
  return () => {
    if (last === null || elapsed() - last.at > freshMs) last = { at: elapsed(), readiness: lookAt(probes) };
    return last.readiness;
  };
}

/** Says no from the moment that the service is leaving, whatever its parts say. */
export function readyUntil(isLeaving: () => boolean, readiness: () => Promise<Readiness>) {
  return async (): Promise<Readiness> =>
    isLeaving() ? { reasons: ['The service is stopping.'], warnings: [] } : readiness();
}

async function lookAt(probes: readonly Probe[]): Promise<Readiness> {
  const results = await Promise.all(probes.map(resultOf));
  return {
    reasons: results.flatMap(({ reasons = [] }) => reasons),
    warnings: results.flatMap(({ warnings = [] }) => warnings),
  };
}

async function resultOf({ subject, look }: Probe): Promise<ProbeResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ProbeResult>((resolve) => {
    timer = setTimeout(() => resolve({ reasons: [`${subject} does not answer.`] }), answerWithinMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    const cause = causeOfUnavailability(error) ?? 'the log of the service says why';
    return { reasons: [`${subject} cannot be used: ${cause}.`] };
  } finally {
    clearTimeout(timer);
  }
}
