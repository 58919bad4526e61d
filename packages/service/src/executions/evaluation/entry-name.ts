import { kindOf } from '../../check-kinds/registry.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CheckNode, hasCheck, type WorkflowNode } from '../../workflows/node.ts';

/**
 * Puts the name of an entry in front of the codes of its detail. An entry of type FRAUD_API may be of several kinds of nodes: it
 * names its kind, and its node where the workflow has several of that kind. The type of any other entry says what it is.
 */
export function namedDetail(
  definition: WorkflowDefinition,
  nodeId: string,
  detail: string | null,
): string | null {
  const kind = fraudNameOf(nodeOf(definition, nodeId));
  if (kind === null) return detail;
  const ofKind = Object.values(definition.nodes).filter((node) => fraudNameOf(node) === kind);
  const name = ofKind.length > 1 ? `${kind} (${nodeId})` : kind;
  return detail === null ? name : `${name}: ${detail}`;
}

/** Names the kind of an entry that shares its type with others; null: its type says what it is. */
function fraudNameOf(node: WorkflowNode): string | null {
  const kind = hasCheck(node) ? kindOf(node) : null;
  return kind?.checkType === 'FRAUD_API' ? kind.nameOf(node as CheckNode) : null;
}
