import { kindOf } from '../check-kinds/registry.ts';
import { hasCheck, type WorkflowNode } from './node.ts';

/** Fault of a definition, and its path within the definition. */
export interface DefinitionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Lists faults of a node that can be found without the rest of the workflow: requirements that no user can meet, and required
 * results that are never compared.
 */
export function nodeFaults(id: string, node: WorkflowNode): DefinitionFault[] {
  const faults = hasCheck(node) ? (kindOf(node).faultsOf?.(node) ?? []) : [];
  return faults.map(([path, message]) => ({ path: ['nodes', id, ...path], message: `"${id}" ${message}` }));
}
