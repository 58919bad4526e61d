import { nodeOf, type WorkflowDefinition } from '../workflows/definition.ts';
import type { WorkflowNode } from '../workflows/node.ts';

/**
 * Puts the name of an entry in front of the codes of its detail. An entry of type FRAUD_API may be of several kinds of nodes: it
 * names its kind, and its node where the workflow has several of that kind. The type of any other entry says what it is.
 */
export function namedDetail(
  definition: WorkflowDefinition,
  nodeId: string,
  detail: string | null,
): string | null {
  const kind = fraudKindOf(nodeOf(definition, nodeId));
  if (kind === null) return detail;
  const ofKind = Object.values(definition.nodes).filter((node) => fraudKindOf(node) === kind);
  const name = ofKind.length > 1 ? `${kind} (${nodeId})` : kind;
  return detail === null ? name : `${name}: ${detail}`;
}

function fraudKindOf(node: WorkflowNode): string | null {
  switch (node.kind) {
    case 'email':
    case 'phone':
    case 'ip':
    case 'device':
    case 'aml':
      return node.kind.toUpperCase();
    case 'national-id':
      return node.number;
    default:
      return null;
  }
}
