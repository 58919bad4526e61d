import { describe, expect, it } from 'vitest';
import { unstorableFaults } from './faults.ts';

const pointersIn = (text: string, found: string[] = []) =>
  unstorableFaults(
    JSON.parse(text),
    'INVALID_REQUEST_BODY',
    found.map((pointer) => ({ pointer, code: 'INVALID_REQUEST_BODY', detail: '' })),
  ).map(({ pointer }) => pointer);

describe('texts that cannot be stored', () => {
  it('are all named, in unknown members too', () => {
    expect(pointersIn('{"ok":{"deep":["x"]},"list":[0,{"a/b":"\\u0000"}],"b":"\\ud800"}')).toEqual([
      '/list/1/a~1b',
      '/b',
    ]);
  });

  it('are named by the object that has them when they are names', () => {
    expect(pointersIn('{"ok":1,"a":{"\\ud800":1,"b":"\\u0000"}}')).toEqual(['/a', '/a/b']);
  });

  it('are named once', () => {
    expect(pointersIn('{"a":"\\u0000","b":"\\u0000"}', ['/a'])).toEqual(['/b']);
  });

  it('are no more than anybody reads', () => {
    expect(pointersIn(JSON.stringify(Array.from({ length: 1000 }, () => '\u0000')))).toHaveLength(200);
  });
});
