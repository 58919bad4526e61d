import type { ServiceSettings } from './dev-settings.ts';

/** Data about the customer for starting a verification. */
export interface VerificationRequest {
  readonly workflowId: string;
  /** The shop's own id of the customer. */
  readonly userId: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** Result of a start. `inputs` names missing or malformed inputs, so that the page can ask for them. */
export type VerificationStart =
  | {
      readonly kind: 'started';
      readonly executionId: string;
      readonly token: string;
      /** False if the workflow runs without the customer and shows nothing; the outcome follows by webhook. */
      readonly isInteractive: boolean;
    }
  | { readonly kind: 'inputs-needed'; readonly inputs: readonly string[] }
  | { readonly kind: 'unavailable' };

/** Inputs that this shop can ask its customers for. */
const askableInputs: readonly string[] = ['email', 'phone_number'];

/**
 * Starts an execution: `POST /orchestration-api/v1/init-workflow`. The API key is used only here; the page gets only the token.
 */
export async function startVerification(
  settings: ServiceSettings,
  request: VerificationRequest,
): Promise<VerificationStart> {
  const reply = await fetch(`${settings.baseUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': settings.apiKey },
    body: JSON.stringify({
      workflowId: request.workflowId,
      inputs: { user_id: request.userId, email: request.email, phone_number: request.phoneNumber },
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (!reply) return { kind: 'unavailable' };
  const body: unknown = await reply.json().catch(() => undefined);
  return reply.ok ? readStart(body) : readRefusal(reply.status, body);
}

function readStart(body: unknown): VerificationStart {
  const { executionId, token, requiresClientInit } = (body as { data?: Record<string, unknown> })?.data ?? {};
  if (typeof executionId !== 'string' || typeof token !== 'string') return { kind: 'unavailable' };
  // An absent `requiresClientInit` means true.
  return { kind: 'started', executionId, token, isInteractive: requiresClientInit !== false };
}

/** Reads the reply to a start with invalid inputs, which names each of them by a JSON pointer such as `/inputs/email`. */
function readRefusal(status: number, body: unknown): VerificationStart {
  const faults = (body as { errors?: unknown })?.errors;
  if (status !== 400 || !Array.isArray(faults)) return { kind: 'unavailable' };
  const faulty = faults.map((fault) => String(fault?.pointer).replace(/^\/inputs\//, ''));
  const inputs = askableInputs.filter((input) => faulty.includes(input));
  return inputs.length > 0 ? { kind: 'inputs-needed', inputs } : { kind: 'unavailable' };
}
