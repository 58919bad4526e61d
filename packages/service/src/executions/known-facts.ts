import type { CheckFacts, Facts } from '../workflows/conditions/facts.ts';
import type { ExecutionServices } from './execution-services.ts';
import type { ExecutionReads } from './execution-store.ts';
import type { CheckFindings } from './render-execution.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from './sealed-data.ts';
import type { StoredExecution } from './stored-execution.ts';

/**
 * What conditions may ask about an execution: its inputs, and the checks that are decided, by the members that a read of
 * them shows. Nothing once its data is purged.
 *
 * @param latest - a check that is decided by what goes on now, if one is.
 */
export async function knownFacts(
  { vault }: Pick<ExecutionServices, 'vault'>,
  reads: Pick<ExecutionReads, 'checksOf'>,
  execution: StoredExecution,
  latest?: { readonly nodeId: string; readonly facts: CheckFacts },
): Promise<Facts> {
  const key = dataKeyOf(vault, execution);
  const checks: Record<string, CheckFacts> = {};
  for (const check of await reads.checksOf(execution.id)) {
    if (check.status === null) continue;
    const findings =
      key && check.sealed ? openJson<CheckFindings>(key, check.sealed, sealContext.check(check.id)) : {};
    checks[check.nodeId] = { status: check.status, ...findings };
  }
  if (latest) checks[latest.nodeId] = latest.facts;
  return { inputs: inputsOf(key, execution) ?? {}, checks };
}
