/**
 * Codes of all findings that a check of the page and the device can have. The set is closed; a name never changes its meaning.
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

/** Something that stands in the way of a verification, and what to do about it. */
export interface PreflightFinding {
  /** Names the finding for code: stable, one of a closed set. */
  readonly code: PreflightCode;
  /**
   * `blocking`: the flow cannot open as the page stands, or its camera cannot; a picture from a file may still do where the
   * workflow allows one. `warning`: it works, with less comfort.
   */
  readonly severity: 'blocking' | 'warning';
  /** Problem, in an English sentence for developers. Users are told by the flow itself, in their language. */
  readonly title: string;
  /** Remedy, naming the header, attribute or option. */
  readonly remedy: string;
  /** The section of the package's README that says more, as the fragment of its address. */
  readonly docsAnchor?: string;
}

/** Answer of `preflight`. */
export interface PreflightReport {
  /** Whether nothing blocks. Warnings may be there. */
  readonly ok: boolean;
  /** Findings, from the page to the service; empty when there are none. */
  readonly findings: readonly PreflightFinding[];
}

/** Options that `preflight` takes: the configuration of `start` will do. */
export interface PreflightOptions {
  /** Address of the service, as for `start`. */
  readonly baseUrl?: string | undefined;
  /** The session token. Only the address that it carries is looked at; it is sent nowhere. */
  readonly token?: string | undefined;
  /** The nonce of the page's Content-Security-Policy, as for `start`: looked at in browsers that need it. */
  readonly cspNonce?: string | undefined;
}

type Words = readonly [code: PreflightCode, title: string, remedy: string, docsAnchor?: string];

/** A finding that must be put right. */
export const createBlocking = (...words: Words): PreflightFinding => findingOf('blocking', ...words);

/** A finding that may be lived with. */
export const createWarning = (...words: Words): PreflightFinding => findingOf('warning', ...words);

function findingOf(
  severity: PreflightFinding['severity'],
  ...[code, title, remedy, docsAnchor]: Words
): PreflightFinding {
  return { code, severity, title, remedy, ...(docsAnchor && { docsAnchor }) };
}

/** The finding as one line for a developer's console. */
export function describePreflightFinding({ code, title, remedy }: PreflightFinding): string {
  return `VendorOrchestration: ${title} ${remedy} (${code})`;
}
