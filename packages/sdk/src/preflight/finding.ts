/**
 * Codes of all findings that a check of the page and the device can have. The set is closed; a code never changes its meaning.
 */
export const preflightCodes = [
  'not-a-browser',
  'code-not-loaded',
  'unsupported-browser',
  'insecure-context',
  'camera-policy',
  'camera-frame',
  'in-app-browser',
  'camera-denied',
  'camera-missing',
  'worker-blocked',
  'canvas-noise',
  'pictures-blocked',
  'styles-blocked',
  'service-unknown',
  'service-insecure',
  'connection-blocked',
  'offline',
  'service-unreachable',
  'service-cors',
  'service-unexpected',
  'storage-blocked',
] as const;

export type PreflightCode = (typeof preflightCodes)[number];

/** An obstacle to a verification, and its remedy. */
export interface PreflightFinding {
  /** Stable code of the finding, from a closed set. */
  readonly code: PreflightCode;
  /**
   * `blocking`: the flow or its camera cannot open on this page; a picture from a file may still be possible if the workflow
   * allows it. `warning`: the flow works, with less comfort.
   */
  readonly severity: 'blocking' | 'warning';
  /** Problem, in an English sentence for developers. The flow itself informs users, in their language. */
  readonly title: string;
  /** Remedy, naming the header, attribute or option. */
  readonly remedy: string;
  /** Section of the package's README with more information, as the fragment of its address. */
  readonly docsAnchor?: string;
}

/** Result of `preflight`. */
export interface PreflightReport {
  /** Whether there are no blocking findings. There may be warnings. */
  readonly ok: boolean;
  /** Findings, ordered from the page to the service; empty if there are none. */
  readonly findings: readonly PreflightFinding[];
}

/** Options of `preflight`; accepts the configuration of `start`. */
export interface PreflightOptions {
  /** Address of the service, as for `start`. */
  readonly baseUrl?: string | undefined;
  /** The session token. Only the address that it carries is read; it is not sent. */
  readonly token?: string | undefined;
  /** The nonce of the page's Content-Security-Policy, as for `start`; used in browsers that need it. */
  readonly cspNonce?: string | undefined;
}

type Words = readonly [code: PreflightCode, title: string, remedy: string, docsAnchor?: string];

/** Creates a finding that must be corrected. */
export const createBlocking = (...words: Words): PreflightFinding => createFinding('blocking', ...words);

/** Creates a finding that can be tolerated. */
export const createWarning = (...words: Words): PreflightFinding => createFinding('warning', ...words);

function createFinding(
  severity: PreflightFinding['severity'],
  ...[code, title, remedy, docsAnchor]: Words
): PreflightFinding {
  return { code, severity, title, remedy, ...(docsAnchor && { docsAnchor }) };
}

/** Describes a finding in one line for the console. */
export function describePreflightFinding({ code, title, remedy }: PreflightFinding): string {
  return `VendorOrchestration: ${title} ${remedy} (${code})`;
}
