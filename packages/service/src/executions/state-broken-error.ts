import type { StoredExecution } from './stored-execution.ts';

/** In which way the stored state of an execution is not as the service wrote it. */
export type StateFault =
  /** A column of it or of its checks was changed. */
  | 'STATE_CHANGED'
  /** Sealed data of it or of its checks is not what was sealed; its status and all unsealed data are intact. */
  | 'SEALS_CHANGED'
  /** An older state of it was put back. */
  | 'STATE_OLDER'
  /** Never sealed. */
  | 'STATE_UNSEALED';

/** The stored state of an execution is not as the service wrote it: nothing is told of it or done to it. */
export class StateBrokenError extends Error {
  override readonly name = 'StateBrokenError';
  readonly executionId: string;
  readonly fault: StateFault;
  /** The execution, where only its seals are broken: its status can be told. */
  readonly execution: StoredExecution | null;

  constructor(executionId: string, fault: StateFault, execution: StoredExecution | null = null) {
    super(
      `The stored state of the execution ${executionId} is not as the service wrote it (${fault}): orchestration audit verify`,
    );
    this.executionId = executionId;
    this.fault = fault;
    this.execution = execution;
  }
}
