import { kindOf as kindOfCheck } from '../check-kinds/registry.ts';
import { checkKind } from './check-kind.ts';
import { comparisonFault } from './conditions/comparison-fault.ts';
import { type Condition, comparisonsOf } from './conditions/condition.ts';
import { parseFactPath } from './conditions/fact-path.ts';
import { factType } from './conditions/fact-type.ts';
import type { LoipDefinition } from './loip.ts';
import { metWithoutDocument } from './met-without-document.ts';
import { hasCheck, successorsOf, type WorkflowNode } from './node.ts';
import { type DefinitionFault, nodeFaults } from './node-faults.ts';
import { reachableFrom } from './reachable-from.ts';

/** Nodes that refer to each other, and the first one. */
export interface NodeGraph {
  readonly start: string;
  readonly nodes: Readonly<Record<string, WorkflowNode>>;
  readonly loip?: LoipDefinition | undefined;
}

/** Finds references to missing nodes, and cycles. */
export function structuralFaults(definition: NodeGraph): DefinitionFault[] {
  return [...findMissingNodes(definition), ...findCycles(definition)];
}

/** Returns all faults in the nodes of a definition. */
export function definitionFaults(definition: NodeGraph): DefinitionFault[] {
  const faults = structuralFaults(definition);
  // Reachability and order of nodes are only defined if there are none of these faults.
  if (faults.length > 0) return faults;
  return [
    ...findUnreachableNodes(definition),
    ...faultyConditions(definition),
    ...nodesWithoutDocument(definition),
    ...Object.entries(definition.nodes).flatMap(([id, node]) => nodeFaults(id, node)),
    ...faultyLevels(definition),
  ];
}

function findMissingNodes({ start, nodes }: NodeGraph): DefinitionFault[] {
  const missing = Object.entries(nodes).flatMap(([id, node]) =>
    successorsOf(node)
      .filter((next) => !Object.hasOwn(nodes, next))
      .map((next) => ({ path: ['nodes', id], message: `"${id}" leads to "${next}", which is not a node` })),
  );
  return Object.hasOwn(nodes, start)
    ? missing
    : [{ path: ['start'], message: `"${start}" is not a node` }, ...missing];
}

function findCycles({ nodes }: NodeGraph): DefinitionFault[] {
  const done = new Set<string>();
  const faults: DefinitionFault[] = [];
  const visit = (id: string, trail: readonly string[]) => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
    if (!node || done.has(id)) return;
    if (trail.includes(id)) {
      const round = [...trail.slice(trail.indexOf(id)), id].map((name) => `"${name}"`).join(' → ');
      faults.push({ path: ['nodes', id], message: `"${id}" leads back to itself: ${round}` });
      return;
    }
    for (const next of new Set(successorsOf(node))) visit(next, [...trail, id]);
    done.add(id);
  };
  for (const id of Object.keys(nodes)) visit(id, []);
  return faults;
}

function findUnreachableNodes({ start, nodes }: NodeGraph): DefinitionFault[] {
  const reached = reachableFrom(nodes, [start]);
  return Object.keys(nodes)
    .filter((id) => !reached.has(id))
    .map((id) => ({ path: ['nodes', id], message: `"${id}" cannot be reached from "${start}"` }));
}

function faultyConditions({ nodes }: NodeGraph): DefinitionFault[] {
  return Object.entries(nodes).flatMap(([id, node]) => {
    if (node.kind !== 'condition') return [];
    const place: ConditionPlace = { path: ['nodes', id, 'if'], name: id };
    const isKnown = (check: string) => reachableFrom(nodes, [check]).has(id);
    return faultsOfCondition(nodes, place, node.if, isKnown);
  });
}

/** Finds faults of levels. Their conditions are evaluated at the end, when all checks on the path are decided. */
function faultyLevels({ nodes, loip }: NodeGraph): DefinitionFault[] {
  if (!loip) return [];
  const references = [
    ...loip.baseline.map((name, index) => ({ name, path: ['loip', 'baseline', index] })),
    ...(loip.extended ?? []).map((name, index) => ({ name, path: ['loip', 'extended', index] })),
  ];
  return [
    ...references
      .filter(({ name }) => !Object.hasOwn(loip.conditions, name))
      .map(({ name, path }) => ({ path, message: `"${name}" is not a condition of loip` })),
    ...Object.entries(loip.conditions).flatMap(([name, condition]) => {
      const place: ConditionPlace = { path: ['loip', 'conditions', name, 'if'], name };
      return faultsOfCondition(nodes, place, condition.if, () => true);
    }),
  ];
}

/** Location of a condition: its path, and its name in messages. */
interface ConditionPlace {
  readonly path: readonly string[];
  readonly name: string;
}

/** @param isKnown - returns whether a check can be decided before the condition is evaluated. */
function faultsOfCondition(
  nodes: NodeGraph['nodes'],
  place: ConditionPlace,
  condition: Condition,
  isKnown: (check: string) => boolean,
): DefinitionFault[] {
  const kindOf = (named: string) => checkKind(nodes, named);
  return comparisonsOf(condition).flatMap(([pointer, comparison]) => {
    const fault = (message: string): DefinitionFault[] => {
      const path = [...place.path, ...pointer.split('/').slice(1)];
      return [{ path, message: `"${place.name}": ${comparison.fact} ${message}` }];
    };
    const type = factType(comparison.fact, kindOf);
    if (typeof type === 'string') return fault(type);
    const source = parseFactPath(comparison.fact);
    if (source?.source === 'checks' && !isKnown(source.nodeId))
      return fault(`is never known here, because "${source.nodeId}" does not come before it`);
    const wrong = comparisonFault(type, comparison);
    return wrong === undefined ? [] : fault(wrong);
  });
}

/** Finds nodes that use data of a document, but can be reached on a path without one. */
function nodesWithoutDocument({ start, nodes }: NodeGraph): DefinitionFault[] {
  return [...metWithoutDocument(start, nodes)].flatMap((id) => {
    const node = nodes[id] as WorkflowNode;
    const member = hasCheck(node) ? kindOfCheck(node).memberOfDocument?.(node) : null;
    if (!member) return [];
    const message = `"${id}" can be reached without a document before it`;
    return [{ path: ['nodes', id, member], message }];
  });
}
