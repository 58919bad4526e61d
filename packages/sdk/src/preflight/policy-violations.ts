import type { PageDocument } from './scope.ts';

/** Requests and other uses that the page's Content-Security-Policy has blocked since the watch began. */
export interface PolicyViolations {
  /** Whether a request to the address was blocked by the directive. */
  blocked(directive: string, address: string): boolean;
  stop(): void;
}

/** Notes violations; those that are merely reported (`Content-Security-Policy-Report-Only`) block nothing. */
export function watchViolations(document: PageDocument): PolicyViolations {
  const seen: SecurityPolicyViolationEvent[] = [];
  const note = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'report') seen.push(event);
  };
  document.addEventListener('securitypolicyviolation', note);
  return {
    blocked: (directive, address) =>
      seen.some(
        ({ effectiveDirective, blockedURI }) =>
          effectiveDirective === directive && blockedURI !== '' && address.startsWith(blockedURI),
      ),
    stop: () => document.removeEventListener('securitypolicyviolation', note),
  };
}
