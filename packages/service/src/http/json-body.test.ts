import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { jsonBodyBytes, readJson } from './json-body.ts';

const read = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  readJson(
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
    'INVALID_REQUEST_BODY',
  );
const refusalOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? [error.code, error.faults[0]?.pointer] : error),
  );

describe('a JSON body', () => {
  it('is read as it was written', async () => {
    expect(await read('{"a":[1,"é",null,{"b":true}]}')).toEqual({ a: [1, 'é', null, { b: true }] });
  });

  it.each([
    ['whole', '{"__proto__":{"email":"x"},"a":1}', { a: 1 }],
    ['within', '{"a":[{"b":{"__proto__":{"c":1}}}]}', { a: [{ b: {} }] }],
    ['escaped', '{"\\u005f_pr\\u006fto__":{"c":1},"a":{}}', { a: {} }],
  ])('loses members called __proto__ (%s)', async (_, body, left) => {
    const parsed = await read(body);
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(left));
    // What a copy inherits from is what such a member would change.
    expect(Object.getPrototypeOf({ ...(parsed as object) })).toBe(Object.prototype);
  });

  it('does not count brackets in a text as levels', async () => {
    expect(await read(JSON.stringify({ a: '[{"\\'.repeat(40) }))).toEqual({ a: '[{"\\'.repeat(40) });
  });

  it.each([
    ['no length', {}],
    ['a length too short', { 'content-length': '2' }],
  ])('is measured when it claims %s', async (_, headers) => {
    const body = JSON.stringify({ a: 'x'.repeat(jsonBodyBytes) });
    expect(await refusalOf(read(body, headers))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });

  it('has 256 KiB at most, and may have as many', async () => {
    const bodyOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    expect(await read(bodyOf(262_144))).toHaveLength(262_142);
    expect(await refusalOf(read(bodyOf(262_145)))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });

  it('is refused by the length it claims, before it is read', async () => {
    const headers = { 'content-length': String(jsonBodyBytes + 1) };
    expect(await refusalOf(read('{}', headers))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });
});
