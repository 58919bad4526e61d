import type { CheckStatus, CheckType, ExecutionStatus, Loip } from '@vendor/contract';

/** Part of an execution that is frozen when the event is emitted. */
export interface FrozenExecution {
  readonly status: ExecutionStatus;
  /** Missing if the workflow has no levels of identity proofing. */
  readonly loip?: Loip;
  /** In the order of the execution object; null if the execution was PENDING. */
  readonly checks: readonly FrozenCheck[] | null;
}

export interface FrozenCheck {
  readonly checkType: CheckType;
  readonly status: CheckStatus;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** An execution and its checks as stored, in the order of the execution object. */
export interface ExecutionToFreeze {
  readonly status: ExecutionStatus;
  readonly finishedAt: number | null;
  readonly loip: Omit<Loip, 'evaluatedAt'> | null;
  readonly checks: readonly {
    readonly checkType: CheckType;
    readonly status: CheckStatus | null;
    readonly startedAt: number;
    readonly finishedAt: number | null;
  }[];
}

/**
 * Copies the parts of an execution that an event reports: statuses, level of identity proofing, types and times. They stay the
 * same even if a later decision changes the execution. Only unmet conditions reveal something about the user, so a purge
 * removes them.
 */
export function freezeEvent({ status, finishedAt, loip, checks }: ExecutionToFreeze): FrozenExecution {
  if (status === 'PENDING') return { status, checks: null };
  return {
    status,
    ...(loip && finishedAt !== null
      ? { loip: { ...loip, evaluatedAt: new Date(finishedAt).toISOString() } }
      : {}),
    checks: checks.map((check) => ({
      checkType: check.checkType,
      // As in the execution object, a finished execution has no undecided check.
      status: check.status ?? 'ERROR',
      startedAt: new Date(check.startedAt).toISOString(),
      finishedAt: check.finishedAt === null ? null : new Date(check.finishedAt).toISOString(),
    })),
  };
}
