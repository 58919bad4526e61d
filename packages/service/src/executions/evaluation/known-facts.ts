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
 * Collects the facts that conditions can test at the current point of a walk: inputs, and the members of decided checks. Empty
 * once the data is purged.
 *
 * @param latest - a check that is being decided and is not stored yet.
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
 * Collects the inputs. If no `ip` was sent, adds the address of the user's browser, but only once the walk has passed a node that
 * waits for the browser: before that, the path would depend on how fast the browser connects.
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
