import type { Vault } from '../../secrets/vault.ts';
import type { ExecutionStore } from '../execution-store.ts';
import { dataKeyOf, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** A decision, for display. */
export interface DecisionView {
  readonly id: string;
  readonly status: 'APPROVED' | 'DECLINED';
  /** Decision maker: the id of a key, or `operator:` and the Unix user. */
  readonly by: string;
  /** In ms since 1970. */
  readonly decidedAt: number;
  /** Null if there is no comment, or the data of the execution was purged. */
  readonly comment: string | null;
}

/** Reads all decisions on an execution with their comments, oldest first. The last one is in effect. */
export async function readDecisions(
  { store, vault }: { readonly store: Pick<ExecutionStore, 'decisionsOf'>; readonly vault: Vault },
  execution: StoredExecution,
): Promise<DecisionView[]> {
  const key = dataKeyOf(vault, execution);
  const decisions = await store.decisionsOf(execution.id);
  return decisions.map(({ id, status, apiKeyId, decidedAt, sealedComment }) => ({
    id,
    status,
    by: apiKeyId,
    decidedAt,
    comment:
      key && sealedComment
        ? Buffer.from(key.open(sealedComment, sealContext.comment(id))).toString('utf8')
        : null,
  }));
}
