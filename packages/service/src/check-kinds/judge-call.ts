import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import type { ReferenceImages } from '../executions/start/reference-images.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import type { DataKey } from '../secrets/vault.ts';
import type { WorkflowDefinition } from '../workflows/definition.ts';
import type { Verdict } from './verdict.ts';

/** Services needed to judge checks. */
export type JudgeServices = ExecutionServices & {
  readonly evaluator: Evaluator;
  readonly references: ReferenceImages;
};

/** A check to judge: its execution and node, and the known data about the user. */
export interface JudgeCall<Node> {
  readonly execution: StoredExecution;
  readonly definition: WorkflowDefinition;
  readonly node: Node;
  /** Data key of the execution. */
  readonly key: DataKey;
  readonly inputs: Inputs;
}

/** Judges a submission, or known data of the user. Rejects if that was not possible; the caller may try again. */
export type Judge<Node> = (
  services: JudgeServices,
  call: JudgeCall<Node>,
  signal: AbortSignal,
) => Promise<Verdict>;
