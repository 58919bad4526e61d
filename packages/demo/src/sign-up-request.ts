/** Request that the page sends when the customer presses the button. */
export interface SignUpRequest {
  readonly workflowId: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  /** Whether to abandon a verification under way and start a new one. */
  readonly startAnew: boolean;
}

/** Maximum length of each field, in characters; the service accepts none that is longer. */
const maxFieldLength = 254;

/**
 * Parses the page's request; returns undefined if it is invalid. Accepts only `application/json`, which a form on another site
 * cannot send without permission by CORS.
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
  return typeof value === 'string' && value.length <= maxFieldLength;
}

function isOptionalField(value: unknown): value is string | undefined {
  return value === undefined || isField(value);
}
