import { Refusal } from '../refusal.ts';

/**
 * The bytes of a request's body. Reading stops at the limit, whatever length the request claims.
 *
 * @throws {Refusal} PAYLOAD_TOO_LARGE.
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `The body may have at most ${limitBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  if (!request.body) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > limitBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}
