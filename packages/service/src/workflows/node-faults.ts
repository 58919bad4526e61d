import { kindOf } from '../check-kinds/registry.ts';
import { hasCheck, type WorkflowNode } from './node.ts';

/** Fault of a definition, and its place: the members that lead there. */
export interface DefinitionFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Lists faults of a node by itself: demands that no user could meet, and results that it requires but never compares. */
export function nodeFaults(id: string, node: WorkflowNode): DefinitionFault[] {
  const faults = hasCheck(node) ? (kindOf(node).faultsOf?.(node) ?? []) : [];
  return faults.map(([path, message]) => ({ path: ['nodes', id, ...path], message: `"${id}" ${message}` }));
}
