import { isUnstorable, type ProblemCode } from '@vendor/contract';
import { pointerOf } from '../faults.ts';
import { Refusal, refuseBody } from '../refusal.ts';
import { readBody } from './read-body.ts';

/** The largest JSON body, in bytes. */
export const jsonBodyBytes = 256 * 1024;

/** How deep a JSON body may nest. */
export const jsonBodyDepth = 32;

/**
 * The JSON body of a request, held to the limits that keep later code safe: size, depth, and no text that a store cannot
 * keep.
 *
 * @param malformed the code of a body that is no such JSON.
 * @throws {Refusal} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or the given code.
 */
export async function readJson(request: Request, malformed: ProblemCode): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  const text = decode(await readBody(request, jsonBodyBytes));
  if (text === null || nestsTooDeep(text)) throw refuseBody(malformed, notJson);
  const body = parse(text);
  if (body === undefined) throw refuseBody(malformed, notJson);
  const pointer = findUnstorable(body, []);
  if (pointer !== null) {
    const detail = 'must not contain NUL or lone surrogates';
    throw new Refusal(malformed, 'A text cannot be stored.', [{ pointer, code: malformed, detail }]);
  }
  return body;
}

const notJson = `must be JSON in UTF-8, nested at most ${jsonBodyDepth} deep`;

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    // A member of that name would change what the object inherits from when it is copied.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}

/** Counted in the text, before anything is built from it. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth++;
      if (depth > jsonBodyDepth) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
}

/** Where the first text is that no store can keep; null when there is none. */
function findUnstorable(value: unknown, path: readonly string[]): string | null {
  if (typeof value === 'string') return isUnstorable(value) ? pointerOf(path) : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    if (isUnstorable(key)) return pointerOf(path);
    const found = findUnstorable(member, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
