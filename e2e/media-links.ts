import type { ExecutionData } from './stage/read-execution.ts';

/** The execution with the links to its media reduced to which there are: each link is signed anew whenever it is made. */
export function withoutMediaLinks(execution: ExecutionData): unknown {
  return {
    ...execution,
    checks: execution.checks?.map((check) => ({
      ...check,
      capturedMedia: check.capturedMedia ? Object.keys(check.capturedMedia) : check.capturedMedia,
    })),
  };
}
