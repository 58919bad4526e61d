import type { PageDocument } from './scope.ts';

/** Requests and other uses that the page's Content-Security-Policy has blocked since the watch began. */
export interface PolicyViolations {
  /** Returns whether the directive has blocked a request to the address. */
  blocked(directive: string, address: string): boolean;
  stop(): void;
}

/** Records violations, except those that are only reported (`Content-Security-Policy-Report-Only`) and block nothing. */
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
