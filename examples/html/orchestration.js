import { Webhook } from 'standardwebhooks';

const { ORCHESTRATION_API_KEY, WORKFLOW_ID } = process.env;
const webhook = new Webhook(secretOf(process.env.WEBHOOK_SECRET));

/** Address of the service for browsers. */
export const serviceUrl = process.env.ORCHESTRATION_URL.replace(/\/$/, '');

/**
 * Starts a verification of one of your users. The API key is used only here; the page gets only the token.
 *
 * @param {string} userId your own id of the user
 * @returns {Promise<{ executionId: string, token: string }>}
 */
export async function startExecution(userId) {
  const reply = await fetch(`${serviceUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': ORCHESTRATION_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId: WORKFLOW_ID, inputs: { user_id: userId } }),
    signal: AbortSignal.timeout(10_000),
  });
  const { data, code, detail } = await reply.json();
  if (!reply.ok) throw new Error(`The service refused to start: ${reply.status} ${code} ${detail}`);
  return { executionId: data.executionId, token: data.token };
}

/**
 * Reads a webhook. Accepts only bodies signed with your secret, over their exact bytes.
 *
 * @param {string} rawBody
 * @param {Record<string, string>} headers
 * @returns {{ id: string, sequence: number, event: string, data: { id: string, status: string } } | null} null for a forged
 *   delivery, and for one that lost its sequence header, without which events cannot be ordered
 */
export function readDelivery(rawBody, headers) {
  const { 'webhook-id': id, 'webhook-sequence': sequence } = headers;
  if (!/^[1-9]\d{0,14}$/.test(sequence ?? '')) return null;
  try {
    return { ...webhook.verify(rawBody, headers), id, sequence: Number(sequence) };
  } catch {
    return null;
  }
}

/** @throws if the secret is missing or has fewer than 24 bytes, so that signatures could be forged. */
function secretOf(setting = '') {
  const encoded = setting.replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || Buffer.from(encoded, 'base64').length < 24)
    throw new Error('WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, see .env.example');
  return setting;
}
