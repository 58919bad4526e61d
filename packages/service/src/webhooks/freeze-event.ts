import type { CheckStatus, CheckType, ExecutionStatus, Loip } from '@vendor/contract';

/** Part of an execution that an event keeps as it was when the event was emitted. */
export interface FrozenExecution {
  readonly status: ExecutionStatus;
  /** Missing where the workflow has no levels of identity proofing. */
  readonly loip?: Loip;
  /** In the order of the execution object; null while it was PENDING. */
  readonly checks: readonly FrozenCheck[] | null;
}

export interface FrozenCheck {
  readonly checkType: CheckType;
  readonly status: CheckStatus;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

/** An execution and its checks, in the order of the execution object, as they are stored. */
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
 * Takes from an execution what an event is about: statuses, the level of identity proofing, types and times. They stay what they
 * were although a later decision changes the execution. Of these only unmet conditions say something of the user: a purge takes
 * them out.
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
      // As in the execution object, an execution that has ended has no undecided check.
      status: check.status ?? 'ERROR',
      startedAt: new Date(check.startedAt).toISOString(),
      finishedAt: check.finishedAt === null ? null : new Date(check.finishedAt).toISOString(),
    })),
  };
}
