import { describe, expect, it } from 'vitest';
import { findLine, locatePointer, scanJson } from './scan-json.ts';

const text = `{
  "start": "a",
  "nodes": {
    "a/b~c": { "kind": "end" },
    "list": [1, { "x": true }]
  }
}`;

describe('JSON scanner', () => {
  it.each([
    ['/start', 2],
    ['/nodes', 3],
    ['/nodes/a~1b~0c/kind', 4],
    ['/nodes/list/1/x', 5],
    ['/nodes/list/1/missing', 5],
    ['/nodes/missing/kind', 3],
    ['/missing', 1],
    ['', 1],
  ])('locates %s, or what surrounds it, in line %i', (pointer, line) => {
    const scanned = scanJson(text);
    expect(scanned.fault).toBeNull();
    expect(findLine(text, locatePointer(scanned, pointer).from)).toBe(line);
  });

  it.each([
    ['{\n "a": 1,\n}', 3],
    ['{\n "a" 1\n}', 2],
    ['{"a": 01}', 1],
    ['[1,\n2', 2],
    ['', 1],
    ['{"a": "open\n"}', 1],
    ['{} {}', 1],
    ['nul', 1],
    ['[NaN]', 1],
    ['['.repeat(100_000), 1],
  ])('locates the fault in %j', (broken, line) => {
    const { fault } = scanJson(broken);
    expect(fault?.detail).toBe('syntax');
    expect(findLine(broken, fault?.offset ?? -1)).toBe(line);
  });

  it('reports a duplicate member, whose first value would be lost', () => {
    const twice = '{\n"a": 1,\n"a": 2}';
    const { fault } = scanJson(twice);
    expect(fault?.detail).toBe('duplicate');
    expect(findLine(twice, fault?.offset ?? -1)).toBe(3);
  });
});
