import { readDelivery } from '../../lib/orchestration.ts';
import { recordStatus } from '../../lib/verifications.ts';

/** Maximum size of a body, because anybody can send one; deliveries are smaller. */
const limitBytes = 1024 * 1024;

/** Reads text instead of JSON, because the signature covers the body as it was sent. */
export async function POST(request: Request): Promise<Response> {
  const body = await textOf(request);
  if (body === null) return new Response(null, { status: 413 });
  const delivery = readDelivery(body, request.headers);
  if (delivery) recordStatus(delivery);
  return new Response(null, { status: delivery ? 204 : 400 });
}

/** Reads the body of a request; null if it exceeds the limit. */
async function textOf(request: Request): Promise<string | null> {
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.byteLength;
    if (length > limitBytes) {
      await reader?.cancel();
      return null;
    }
    parts.push(read.value);
  }
  return Buffer.concat(parts).toString('utf8');
}
