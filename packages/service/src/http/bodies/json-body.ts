import { MIMEType } from 'node:util';
import type { ProblemCode } from '@vendor/contract';
import { pointerOf } from '../../faults.ts';
import { nestsDeeper } from '../../json-depth.ts';
import { Refusal, refuseBody, refuseHeader } from '../../refusal.ts';
import { findDuplicateMembers } from './json-duplicates.ts';
import { holdsMoreValues } from './json-values.ts';
import { readBody } from './read-body.ts';

/** Maximum size of a JSON body, in bytes. */
export const jsonBodyBytes = 256 * 1024;

/** Maximum nesting depth of a JSON body. */
export const jsonBodyDepth = 32;

/** Maximum number of members and elements in a JSON body. The largest real ones pass 500 custom texts to a popup. */
export const jsonBodyValues = 2_000;

/** Limits of a JSON body. */
interface JsonLimits {
  readonly types?: readonly string[];
  readonly bytes?: number;
  readonly withinMs?: number;
}

/**
 * Reads the JSON body of a request within limits that protect later code: size, depth, number of values, no member `__proto__`,
 * no duplicate members. Skips a byte order mark.
 *
 * @param malformed - code for a body that is not valid JSON.
 * @param limits - accepted media types, size and time; stricter than usual if the caller has not been authenticated yet.
 * @throws {Refusal} UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, UPLOAD_TOO_SLOW or the given code.
 */
export async function readJson(
  request: Request,
  malformed: ProblemCode,
  { types = ['application/json'], bytes = jsonBodyBytes, withinMs }: JsonLimits = {},
): Promise<unknown> {
  refuseOtherType(request.headers.get('content-type'), types);
  // Names the content encoding in the refusal. Otherwise compressed JSON would be reported as invalid JSON, which would puzzle
  // its sender.
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding !== 'identity')
    throw refuseHeader(
      'UNSUPPORTED_MEDIA_TYPE',
      'content-encoding',
      'must be absent: compressed bodies are not supported',
    );
  const text = decode(await readBody(request, bytes, withinMs));
  if (text === null || nestsDeeper(text, jsonBodyDepth)) throw refuseBody(malformed, notJson);
  if (holdsMoreValues(text, jsonBodyValues)) throw refuseBody(malformed, tooManyValues);
  const body = parse(text);
  if (body === undefined) throw refuseBody(malformed, notJson);
  refuseDuplicates(text, malformed);
  refuseProto(body, malformed);
  return body;
}

/** Accepted charsets: JSON between systems is UTF-8 (RFC 8259, section 8.1), and ASCII is a subset of it. */
const charsets = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

/** @throws {Refusal} UNSUPPORTED_MEDIA_TYPE for another media type or charset. */
function refuseOtherType(header: string | null, types: readonly string[]): void {
  if (header !== null && types.includes(header)) return;
  const type = mediaTypeOf(header ?? '');
  if (!type || !types.includes(type.essence))
    throw refuseHeader('UNSUPPORTED_MEDIA_TYPE', 'content-type', `must be ${types.join(' or ')}`);
  const charset = type.params.get('charset')?.trim().toLowerCase();
  if (charset !== undefined && !charsets.includes(charset))
    throw refuseHeader('UNSUPPORTED_MEDIA_TYPE', 'content-type', 'must have the charset utf-8 or no charset');
}

function mediaTypeOf(header: string): MIMEType | null {
  try {
    return new MIMEType(header);
  } catch {
    return null;
  }
}

const notJson = `must be JSON in UTF-8, nested at most ${jsonBodyDepth} deep`;
const tooManyValues = `must have at most ${jsonBodyValues} members and elements in total`;

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

/** Maximum number of faults listed. */
const maxFaults = 200;

/** Refuses duplicate members, because parsers disagree on which of them counts (RFC 8259, section 4). */
function refuseDuplicates(text: string, malformed: ProblemCode): void {
  const duplicates = findDuplicateMembers(text, maxFaults);
  if (duplicates.length === 0) return;
  const detail = 'must not be repeated';
  const pointers = new Set(duplicates.map((path) => pointerOf(path)));
  const faults = [...pointers].map((pointer) => ({ pointer, code: malformed, detail }));
  throw new Refusal(malformed, 'Some members of the body are repeated in the same object.', faults);
}

/** Refuses a member called `__proto__`, which would change the prototype of a copied object. */
function refuseProto(body: unknown, malformed: ProblemCode): void {
  const pointers: string[] = [];
  collectProto(body, [], pointers);
  if (pointers.length === 0) return;
  const detail = 'must not be called "__proto__"';
  const faults = pointers.map((pointer) => ({ pointer, code: malformed, detail }));
  throw new Refusal(malformed, 'Some members of the body have a forbidden name.', faults);
}

function collectProto(value: unknown, path: readonly string[], pointers: string[]): void {
  if (typeof value !== 'object' || value === null || pointers.length >= maxFaults) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__') pointers.push(pointerOf([...path, name]));
    else collectProto(inner, [...path, name], pointers);
  }
}
