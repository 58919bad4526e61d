import type { ExecutionData } from './stage/read-execution.ts';

/** Replaces the media links of an execution with their names, because each link is signed again whenever it is created. */
export function withoutMediaLinks(execution: ExecutionData): unknown {
  return {
    ...execution,
    checks: execution.checks?.map((check) => ({
      ...check,
      capturedMedia: check.capturedMedia ? Object.keys(check.capturedMedia) : check.capturedMedia,
    })),
  };
}
