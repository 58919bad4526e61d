import type { CheckType } from '@vendor/contract';
import type { WorkflowWords } from '@vendor/texts/staff/say-comparison';
import { captureKindOfType, findingSentences, kindOf } from '../../check-kinds/registry.ts';
import type { WorkflowDefinition } from '../definition.ts';
import { hasCheck } from '../node.ts';

/** Words for the results of a comparison. */
export const truthWords = { true: 'yes', false: 'no', missing: 'not known' } as const;

/** Returns names for the checks of a workflow and for their findings. */
export function wordsOfWorkflow(definition: WorkflowDefinition): WorkflowWords {
  return {
    checkOf: (nodeId) => nameOfCheck(definition, nodeId),
    findingOf: (code) => (Object.hasOwn(findingSentences, code) ? (findingSentences[code] ?? null) : null),
  };
}

/** Names the check of a node: "Document check", followed by the node if the workflow has several checks of its kind. */
export function nameOfCheck({ nodes }: WorkflowDefinition, nodeId: string): string {
  const node = Object.hasOwn(nodes, nodeId) ? nodes[nodeId] : undefined;
  if (!node || !hasCheck(node)) return `Check "${nodeId}"`;
  const { label } = kindOf(node);
  const isAlone = Object.values(nodes).filter(({ kind }) => kind === node.kind).length === 1;
  return isAlone ? label : `${label} "${nodeId}"`;
}

/** Names a check whose node is no longer known. */
export function nameOfCheckType(type: CheckType): string {
  return captureKindOfType(type)?.label ?? 'Fraud check';
}
