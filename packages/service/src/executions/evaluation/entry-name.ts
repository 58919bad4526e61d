import { kindOf } from '../../check-kinds/registry.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CheckNode, hasCheck, type WorkflowNode } from '../../workflows/node.ts';

/**
 * Prefixes the codes of a detail with the name of the entry. Entries of type FRAUD_API come from several kinds of nodes, so they
 * name the kind, and the node if the workflow has several of that kind. Other entries need no name: their type says what they
 * are.
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

/** Names the kind of an entry that shares its type with others; null if the type is unique. */
function fraudNameOf(node: WorkflowNode): string | null {
  const kind = hasCheck(node) ? kindOf(node) : null;
  return kind?.checkType === 'FRAUD_API' ? kind.nameOf(node as CheckNode) : null;
}
