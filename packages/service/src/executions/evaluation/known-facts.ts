import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { DataKey } from '../../secrets/vault.ts';
import { needsClient } from '../../workflows/client-facts.ts';
import type { CheckFacts, Facts } from '../../workflows/conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { isInteractive } from '../../workflows/node.ts';
import type { ExecutionServices } from '../execution-services.ts';
import type { ExecutionReads } from '../execution-store.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from '../sealed-data.ts';
import { clientIpOf } from '../session/client-ip.ts';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * Collects what conditions may ask about an execution from where its walk stands: its inputs, and the checks that are decided, by
 * the members that a read of them shows. Nothing once its data is purged.
 *
 * @param latest - a check that is decided by what goes on now, if one is.
 */
export async function knownFacts(
  { vault }: Pick<ExecutionServices, 'vault'>,
  reads: Pick<ExecutionReads, 'checksOf'>,
  execution: StoredExecution,
  definition: WorkflowDefinition,
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
  return { inputs: knownInputs(key, execution, definition), checks };
}

/**
 * The inputs, with the address of the user's browser where none was sent: once the walk has been at a node that the browser was awaited
 * at. Before, which way it goes would depend on who was faster.
 */
function knownInputs(
  key: DataKey | null,
  execution: StoredExecution,
  definition: WorkflowDefinition,
): Facts['inputs'] {
  const inputs = inputsOf(key, execution);
  if (!key || !inputs) return {};
  const { decided, answered, at } = execution.walk;
  const hasMetBrowser = [...decided.map(({ nodeId }) => nodeId), ...answered, at]
    .map((id) => nodeOf(definition, id))
    .some((node) => isInteractive(node) || needsClient(node, inputs));
  const ip = hasMetBrowser ? clientIpOf(key, execution, inputs) : null;
  return ip === null ? inputs : { ...inputs, ip };
}
