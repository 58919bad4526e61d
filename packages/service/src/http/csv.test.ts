import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['plain words', 'plain words'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =cmd', "'  =cmd"],
  ['＝1', "'＝1"],
  ['\t=1', '"\'\t\'=1"'],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=a,b', '"\'=a,b"'],
  ['W;=1+1;x', '"W;\'=1+1;x"'],
  ['W;"=1+1', '"W;\'""=1+1"'],
  ['W\n=1', '"W\n\'=1"'],
  ['\u200b=1', "'\u200b=1"],
  ['a; b', '"a; b"'],
  [-2, '-2'],
  [null, ''],
])('writes %j as a cell that no spreadsheet evaluates', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});
