import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../refusal.ts';
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

describe('JSON body', () => {
  it('parses a body unchanged', async () => {
    expect(await read('{"a":[1,"é",null,{"b":true}]}')).toEqual({ a: [1, 'é', null, { b: true }] });
  });

  it.each([
    ['at the top', '{"__proto__":{"email":"x"},"a":1}', ['/__proto__']],
    ['nested', '{"a":[{"b":{"__proto__":{"c":1}}}],"__proto__":1}', ['/a/0/b/__proto__', '/__proto__']],
    ['escaped', '{"\\u005f_pr\\u006fto__":{"c":1},"a":{}}', ['/__proto__']],
    [
      'more often than the limit of the list',
      `[${'{"__proto__":1},'.repeat(300)}1]`,
      expect.objectContaining({ length: 200 }),
    ],
  ])('refuses members called __proto__, and points to each (%s)', async (_, body, pointers) => {
    const refusal = (await read(body).catch((error: unknown) => error)) as Refusal;
    expect(refusal.code).toBe('INVALID_REQUEST_BODY');
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each([
    ['at the top', '{"user_id":"a","b":1,"user_id":"a"}', ['/user_id']],
    ['in a list', '{"a":[1,{"b":[],"b":{}}],"c":{"a":1}}', ['/a/1/b']],
    ['written with an escape', '{"inputs":{"user_id":"a","user\\u005fid":"b"}}', ['/inputs/user_id']],
    ['written with different escapes', '{"\\n/~":1,"\\u000a\\/~":2}', ['/\n~1~0']],
    ['three times and elsewhere', '{"a":1,"a":{"x":1,"x":2},"a":3}', ['/a', '/a/x']],
    ['with an empty name', '{"":1,"":2}', ['/']],
    ['called __proto__', '{"a":{"__proto__":1,"__proto__":2}}', ['/a/__proto__']],
    ['after strings with brackets', '{"a":"{\\"b\\":[","b":",{:","b":"}"}', ['/b']],
  ])('refuses duplicate members, and points to each (%s)', async (_, body, pointers) => {
    const refusal = (await read(body).catch((error: unknown) => error)) as Refusal;
    expect([refusal.code, refusal.faults[0]?.detail]).toEqual([
      'INVALID_REQUEST_BODY',
      'must not be repeated',
    ]);
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('accepts the same name in different objects, and as a value', async () => {
    const body = '[{"a":"a","b":["a","a",{"a":{"a":"b"}}]},{"a":1,"A":2,"a ":3}]';
    expect(JSON.stringify(await read(body))).toBe(body);
  });

  it.each([
    'application/json; charset=utf-16',
    'application/json;charset="UTF-16LE"',
    'application/json; profile="a;b"; charset=iso-8859-1',
    'application/json; charset=utf-7; charset=utf-8',
  ])('refuses JSON in another charset: %s', async (type) => {
    const refusal = await read('{}', { 'content-type': type }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      faults: [{ header: 'content-type', detail: 'must have the charset utf-8 or no charset' }],
    });
  });

  it.each([
    'application/json',
    'Application/JSON ; Charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=utf8; v=1',
    'application/json;',
    'application/json; profile="charset=utf-16"',
  ])('accepts JSON declared as UTF-8: %s', async (type) => {
    expect(await read('{"a":1}', { 'content-type': type })).toEqual({ a: 1 });
  });

  it('skips a byte order mark', async () => {
    expect(await read(new Uint8Array(Buffer.from('\ufeff{"a":1}')))).toEqual({ a: 1 });
  });

  it.each([
    ['an invalid first byte', Buffer.from([0x22, 0xff, 0x22])],
    ['a lone surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le')],
  ])('refuses bytes that are not valid UTF-8: %s', async (_, bytes) => {
    expect(await refusalOf(read(new Uint8Array(bytes)))).toEqual(['INVALID_REQUEST_BODY', '']);
  });

  it('keeps members named like inherited properties', async () => {
    const body = '{"constructor":{"prototype":1},"toString":null,"a__proto__":2}';
    expect(JSON.stringify(await read(body))).toBe(body);
  });

  it.each(['gzip', 'br', 'GZIP', 'deflate, gzip', 'x'])(
    'refuses the content encoding %s, and names the header',
    async (coding) => {
      const refusal = await read('{}', { 'content-encoding': coding }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        faults: [{ header: 'content-encoding' }],
      });
      expect(await read('{}', { 'content-encoding': 'Identity' })).toEqual({});
    },
  );

  it('does not count brackets within a string as nesting', async () => {
    expect(await read(JSON.stringify({ a: '[{"\\'.repeat(40) }))).toEqual({ a: '[{"\\'.repeat(40) });
  });

  const listOf = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join();
  const member = (index: number) => `"a${index}":1`;
  it.each([
    ['members', (count: number) => `{${listOf(count, member)}}`],
    ['members of a member', (count: number) => `{"inputs":{${listOf(count - 1, member)}}}`],
    ['elements', (count: number) => `[${listOf(count, () => '1')}]`],
    ['strings that contain JSON punctuation', (count: number) => `[${listOf(count, () => '",[{\\","')}]`],
    [
      'deeply nested members',
      (count: number) => `${'['.repeat(31)}{${listOf(count - 31, member)}}${']'.repeat(31)}`,
    ],
    ['members of elements', (count: number) => `[${listOf(count / 2, () => '{"a":1}')}]`],
    [
      'strings with a refused character',
      (count: number) => `{"a":[${listOf(count - 1, () => '"\\u0000"')}]}`,
    ],
  ])('accepts at most 2,000 values: %s', async (_, body) => {
    expect(await read(body(2000))).toEqual(JSON.parse(body(2000)));
    const refusal = await read(body(2002)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'INVALID_REQUEST_BODY',
      faults: [{ pointer: '', detail: 'must have at most 2000 members and elements in total' }],
    });
  });

  it('refuses a body with too many values before parsing it', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    await read(`{"inputs":{${listOf(21_000, member)}}}`).catch(() => undefined);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each([
    ['an open string', `["${','.repeat(5000)}`],
    ['an escape at its end', '["\\'],
  ])('refuses a truncated JSON body: %s', async (_, body) => {
    expect(await refusalOf(read(body))).toEqual(['INVALID_REQUEST_BODY', '']);
  });

  it.each([
    ['no length', {}],
    ['a length too short', { 'content-length': '2' }],
  ])('limits the size of a JSON body with %s', async (_, headers) => {
    const body = JSON.stringify({ a: 'x'.repeat(jsonBodyBytes) });
    expect(await refusalOf(read(body, headers))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });

  it('accepts a JSON body of at most 256 KiB', { tags: ['DREQ-10'] }, async () => {
    const bodyOf = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    expect(await read(bodyOf(262_144))).toHaveLength(262_142);
    expect(await refusalOf(read(bodyOf(262_145)))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });

  it('refuses a body by its announced length, before reading it', async () => {
    const headers = { 'content-length': String(jsonBodyBytes + 1) };
    expect(await refusalOf(read('{}', headers))).toEqual(['PAYLOAD_TOO_LARGE', '']);
  });
});
