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
    ['whole', '{"__proto__":{"email":"x"},"a":1}', ['/__proto__']],
    ['within', '{"a":[{"b":{"__proto__":{"c":1}}}],"__proto__":1}', ['/a/0/b/__proto__', '/__proto__']],
    ['escaped', '{"\\u005f_pr\\u006fto__":{"c":1},"a":{}}', ['/__proto__']],
    [
      'more often than is told',
      `[${'{"__proto__":1},'.repeat(300)}1]`,
      expect.objectContaining({ length: 200 }),
    ],
  ])('names members called __proto__, which cannot be kept (%s)', async (_, body, pointers) => {
    const refusal = (await read(body).catch((error: unknown) => error)) as Refusal;
    expect(refusal.code).toBe('INVALID_REQUEST_BODY');
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('keeps names that an object has anyway', async () => {
    const body = '{"constructor":{"prototype":1},"toString":null,"a__proto__":2}';
    expect(JSON.stringify(await read(body))).toBe(body);
  });

  it.each(['gzip', 'br', 'GZIP', 'deflate, gzip', 'x'])(
    'is not unpacked: %s is refused by name',
    async (coding) => {
      const refusal = await read('{}', { 'content-encoding': coding }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        faults: [{ header: 'content-encoding' }],
      });
      expect(await read('{}', { 'content-encoding': 'Identity' })).toEqual({});
    },
  );

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
