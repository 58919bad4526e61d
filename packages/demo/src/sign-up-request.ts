/** Request of the page when the customer presses the button. */
export interface SignUpRequest {
  readonly workflowId: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  /** Whether a verification that is under way is to be given up for a new one. */
  readonly startAnew: boolean;
}

/** Long enough for every address and number that the service takes. */
const longestField = 254;

/**
 * Reads the page's request; undefined when it is not one of ours. Only `application/json` is taken: a form on another
 * site cannot send it without being allowed to by CORS, and nobody is.
 */
export function readSignUp(contentType: string | undefined, body: string): SignUpRequest | undefined {
  if (!contentType?.startsWith('application/json')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { workflowId, email, phoneNumber, startAnew } = (value ?? {}) as Record<string, unknown>;
  if (!isField(workflowId) || !isOptionalField(email) || !isOptionalField(phoneNumber)) return undefined;
  return {
    workflowId,
    ...(email && { email }),
    ...(phoneNumber && { phoneNumber }),
    startAnew: startAnew === true,
  };
}

function isField(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestField;
}

function isOptionalField(value: unknown): value is string | undefined {
  return value === undefined || isField(value);
}
