import { Webhook } from 'standardwebhooks';

/** Content of a webhook that this app uses. */
export interface Delivery {
  /** The same for every attempt to deliver one event. */
  readonly id: string;
  /** Position among the events of its execution, from 1. */
  readonly sequence: number;
  readonly event: string;
  readonly data: { readonly id: string; readonly status: Status };
}

/** Status of an execution. */
export type Status = 'PENDING' | 'APPROVED' | 'REVIEW' | 'DECLINED' | 'EXPIRED' | 'ERROR';

/** Returns the address of the service for browsers. Read on use, because a build has no environment. */
export function serviceUrl(): string {
  return setting('ORCHESTRATION_URL').replace(/\/$/, '');
}

/**
 * Starts a verification of one of your users. The API key is used only here; the page gets only the token.
 *
 * @param userId - your own id of the user.
 */
export async function startExecution(userId: string): Promise<{ executionId: string; token: string }> {
  const reply = await fetch(`${serviceUrl()}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': setting('ORCHESTRATION_API_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId: setting('WORKFLOW_ID'), inputs: { user_id: userId } }),
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  });
  const { data, code, detail } = await reply.json();
  if (!reply.ok) throw new Error(`The service refused to start: ${reply.status} ${code} ${detail}`);
  return { executionId: data.executionId, token: data.token };
}

/**
 * Reads a webhook. Accepts only bodies signed with your secret, over their exact bytes.
 *
 * @returns null for a forged delivery, and for one that lost its sequence header, without which events cannot be ordered.
 */
export function readDelivery(rawBody: string, headers: Headers): Delivery | null {
  const sequence = headers.get('webhook-sequence') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(sequence)) return null;
  const webhook = new Webhook(webhookSecret());
  try {
    const body = webhook.verify(rawBody, Object.fromEntries(headers)) as Omit<Delivery, 'id' | 'sequence'>;
    return { ...body, id: String(headers.get('webhook-id')), sequence: Number(sequence) };
  } catch {
    return null;
  }
}

/**
 * Returns the secret of the webhook endpoint.
 *
 * @throws if it is missing or has fewer than 24 bytes, so that signatures could be forged.
 */
export function webhookSecret(): string {
  const secret = setting('WEBHOOK_SECRET');
  const encoded = secret.replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || Buffer.from(encoded, 'base64').length < 24)
    throw new Error('WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, see .env.example');
  return secret;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set, see .env.example`);
  return value;
}
