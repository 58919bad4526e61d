import { submitRequestSchema } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { faultsOf, unstorableFaults } from './faults.ts';

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

describe('members that are not known', () => {
  const faultsIn = (captures: Record<string, string>) => {
    const body = { documentType: 'PASSPORT', captures };
    const { error } = submitRequestSchema.safeParse(body);
    return faultsOf(body, error?.issues ?? [], 'INVALID_REQUEST_BODY').map((fault) => [
      fault.pointer,
      fault.detail,
    ]);
  };

  it('are pointed at one by one', () => {
    expect(faultsIn({ 'a/b~c': 'x', side: 'x' })).toEqual([
      ['/captures/a~1b~0c', 'is not a known member'],
      ['/captures/side', 'is not a known member'],
    ]);
  });

  it('are pointed at by the object that has them when their names cannot be repeated', () => {
    expect(faultsIn({ ['x'.repeat(300)]: 'x', ['y'.repeat(300)]: 'x', '\ud800': 'x' })).toEqual([
      ['/captures', 'has a member that is not known'],
    ]);
  });

  it('are no more than anybody reads', () => {
    const names = Array.from({ length: 1000 }, (_, index) => [`side${index}`, 'x']);
    expect(faultsIn(Object.fromEntries(names))).toHaveLength(200);
  });
});
