import type { ProblemFault } from '@vendor/contract';
import { checkBody } from '../../faults.ts';
import { assumedFactsOf } from '../../workflows/assumed-facts.ts';
import { dryRun, missingInputs } from '../../workflows/dry-run.ts';
import { requiredInputs } from '../../workflows/required-inputs.ts';
import { describeStep } from '../../workflows/wording/describe-step.ts';
import { checkDefinition } from './check-definition.ts';

/** A fault of a definition or of assumed facts, with its place as a JSON pointer (RFC 6901). */
interface PlacedFault {
  readonly pointer: string;
  readonly detail: string;
}

/** Result of trying a definition. */
export interface DefinitionTrial {
  /** Faults of the definition, which prevent the trial. */
  faults: PlacedFault[];
  /** Faults of the facts, which prevent the trial. */
  factFaults: PlacedFault[];
  requiredInputs: string[];
  /** Required inputs that are missing from the facts. */
  missing: string[];
  steps: { nodeId: string; kind: string; sentence: string; because: string[] }[];
}

/**
 * Determines the path that an execution of a definition would take with given facts. Stores and starts nothing.
 *
 * @param content - JSON text of the definition; invalid JSON is reported as a fault of the whole definition.
 * @param facts - assumed inputs, answers and results of checks, in the format of `assumedFactsSchema`.
 */
export function tryDefinition(content: string, facts: unknown): DefinitionTrial {
  const none: DefinitionTrial = { faults: [], factFaults: [], requiredInputs: [], missing: [], steps: [] };
  let checked: ReturnType<typeof checkDefinition>;
  try {
    checked = checkDefinition(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...none, faults: [{ pointer: '', detail: 'is not JSON' }] };
  }
  const { data: definition, faults } = checked;
  if (!definition) return { ...none, faults: faults.map(placed) };
  const required = [...requiredInputs(definition)];
  const assumed = checkBody(assumedFactsOf(definition), facts, 'INVALID_REQUEST_BODY');
  if (!assumed.data) return { ...none, requiredInputs: required, factFaults: assumed.faults.map(placed) };
  return {
    ...none,
    requiredInputs: required,
    missing: missingInputs(definition, assumed.data),
    steps: dryRun(definition, assumed.data).map((step) => ({
      nodeId: step.node,
      kind: step.kind,
      ...describeStep(definition, step),
    })),
  };
}

function placed({ pointer, detail }: ProblemFault): PlacedFault {
  return { pointer: pointer ?? '', detail };
}
