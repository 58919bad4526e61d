import {
  type InputName,
  inputNames,
  inputsSchema,
  type ProblemFault,
  type StartRequest,
} from '@vendor/contract';
import { type BodySchema, checkBody } from '../../faults.ts';
import { Refusal, refuseBody } from '../../refusal.ts';

/** Parts of a start request that could be parsed. */
export interface ParsedStart<Request extends StartRequest> {
  /** Null if there are faults. */
  readonly request: Request | null;
  /** Workflow id as sent, if it is a string; otherwise null. */
  readonly workflowId: string | null;
  /** URL of the reference image; null if absent or malformed. */
  readonly referenceImage: string | null;
  /** Names of the inputs that are present and not null, well-formed or not. */
  readonly present: ReadonlySet<InputName>;
  readonly faults: readonly ProblemFault[];
}

/**
 * Parses the body of a start request. Does not report a workflow id that is not a UUID: such a workflow is simply not found.
 *
 * @throws {Refusal} if the body is not a JSON object.
 */
export function parseStartRequest<Request extends StartRequest>(
  body: unknown,
  schema: BodySchema<Request>,
): ParsedStart<Request> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuseBody('INVALID_INPUT_FORMAT', 'must be a JSON object');
  }
  const checked = checkBody(schema, body, 'INVALID_INPUT_FORMAT', 'MISSING_REQUIRED_INPUTS');
  const given = members(body);
  const inputs = members(given.inputs);
  const workflowId = typeof given.workflowId === 'string' ? given.workflowId : null;
  const faults = checked.faults.filter(({ pointer }) => workflowId === null || pointer !== '/workflowId');
  return {
    request: checked.data,
    workflowId,
    referenceImage: inputsSchema.shape.reference_image.safeParse(inputs.reference_image).data ?? null,
    present: new Set(inputNames.filter((name) => inputs[name] !== undefined && inputs[name] !== null)),
    faults,
  };
}

/** Builds the error that lists all faults of a start request. Its code is MISSING_REQUIRED_INPUTS if anything is missing. */
export function refuseStart(faults: readonly ProblemFault[]): Refusal {
  const missing = faults.some((fault) => fault.code === 'MISSING_REQUIRED_INPUTS');
  return missing
    ? new Refusal('MISSING_REQUIRED_INPUTS', 'The request lacks members that this workflow requires.', faults)
    : new Refusal('INVALID_INPUT_FORMAT', 'Some members of the request have the wrong format.', faults);
}

/** Builds the fault for an input that the workflow requires and the request lacks. */
export function missingInput(name: InputName): ProblemFault {
  return { pointer: `/inputs/${name}`, code: 'MISSING_REQUIRED_INPUTS', detail: 'is missing' };
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
