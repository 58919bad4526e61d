import {
  type InputName,
  inputNames,
  inputsSchema,
  type ProblemFault,
  type StartRequest,
} from '@vendor/contract';
import { type BodySchema, checkBody } from '../../faults.ts';
import { Refusal, refuseBody } from '../../refusal.ts';

/** The readable parts of a start request. */
export interface ParsedStart<Request extends StartRequest> {
  /** Null when there are faults. */
  readonly request: Request | null;
  /** Workflow id as sent, if it is a string. */
  readonly workflowId: string | null;
  /** The picture to compare with, where its address is well-formed. */
  readonly referenceImage: string | null;
  /** The inputs that are there and not null, well-formed or not. */
  readonly present: ReadonlySet<InputName>;
  readonly faults: readonly ProblemFault[];
}

/**
 * Reads the body of a start request. A workflow id that is no UUID is not a fault: no workflow has it.
 *
 * @throws {Refusal} if the body is no JSON object.
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

/** The reply to all faults of a start request at once: what is missing gives the code when anything is. */
export function refuseStart(faults: readonly ProblemFault[]): Refusal {
  const missing = faults.some((fault) => fault.code === 'MISSING_REQUIRED_INPUTS');
  return missing
    ? new Refusal('MISSING_REQUIRED_INPUTS', 'The request lacks members that this workflow requires.', faults)
    : new Refusal('INVALID_INPUT_FORMAT', 'Some members of the request have the wrong format.', faults);
}

/** The fault of an input that the workflow requires and the request lacks. */
export function missingInput(name: InputName): ProblemFault {
  return { pointer: `/inputs/${name}`, code: 'MISSING_REQUIRED_INPUTS', detail: 'is missing' };
}

function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
