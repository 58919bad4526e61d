import { kindOf } from '../../check-kinds/registry.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { type CheckNode, hasCheck, type WorkflowNode } from '../../workflows/node.ts';

/**
 * Prefixes the codes of a detail with the name of the entry. Several kinds of nodes produce entries of type FRAUD_API, so their
 * prefix names the kind, and also the node if the workflow has several of that kind. Other entries need no prefix, because
 * their type identifies them.
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

/** Names the kind of an entry that shares its type with other kinds; null if the type is unique. */
function fraudNameOf(node: WorkflowNode): string | null {
  const kind = hasCheck(node) ? kindOf(node) : null;
  return kind?.checkType === 'FRAUD_API' ? kind.nameOf(node as CheckNode) : null;
}
