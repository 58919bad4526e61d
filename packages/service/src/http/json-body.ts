import type { ProblemCode } from '@vendor/contract';
import { nestsDeeper } from '../json-depth.ts';
import { refuseBody, refuseHeader } from '../refusal.ts';
import { readBody } from './read-body.ts';

/** The largest JSON body, in bytes. */
export const jsonBodyBytes = 256 * 1024;

/** How deep a JSON body may nest. */
export const jsonBodyDepth = 32;

/**
 * The JSON body of a request, held to the limits that keep later code safe: size, depth, and no member called `__proto__`.
 *
 * @param malformed the code of a body that is no such JSON.
 * @throws {Refusal} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or the given code.
 */
export async function readJson(request: Request, malformed: ProblemCode): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw refuseHeader('UNSUPPORTED_MEDIA_TYPE', 'content-type', 'must be application/json');
  }
  const text = decode(await readBody(request, jsonBodyBytes));
  if (text === null || nestsDeeper(text, jsonBodyDepth)) throw refuseBody(malformed, notJson);
  const body = parse(text);
  if (body === undefined) throw refuseBody(malformed, notJson);
  removeProto(body);
  return body;
}

const notJson = `must be JSON in UTF-8, nested at most ${jsonBodyDepth} deep`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Takes members out that are called `__proto__`: one of that name would change what an object inherits from when it is
 * copied.
 */
function removeProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) removeProto(inner);
}
