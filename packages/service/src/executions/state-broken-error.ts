import type { StoredExecution } from './stored-execution.ts';

/** How the stored state of an execution differs from what the service wrote. */
export type StateFault =
  /** A column of the execution or of its checks was changed. */
  | 'STATE_CHANGED'
  /** Sealed data of the execution or its checks was replaced; its status and all unsealed data are intact. */
  | 'SEALS_CHANGED'
  /** An older state of the execution was restored. */
  | 'STATE_OLDER'
  /** The execution was never sealed. */
  | 'STATE_UNSEALED';

/**
 * Thrown if the stored state of an execution differs from what the service wrote. The execution must not be reported or
 * changed.
 */
export class StateBrokenError extends Error {
  override readonly name = 'StateBrokenError';
  readonly executionId: string;
  readonly fault: StateFault;
  /** The execution, if only its seals are broken, so that its status can be reported; otherwise null. */
  readonly execution: StoredExecution | null;

  constructor(executionId: string, fault: StateFault, execution: StoredExecution | null = null) {
    super(
      `The stored state of the execution ${executionId} differs from what the service wrote (${fault}). Run: orchestration audit verify`,
    );
    this.executionId = executionId;
    this.fault = fault;
    this.execution = execution;
  }
}
