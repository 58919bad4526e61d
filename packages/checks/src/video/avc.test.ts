import { describe, expect, it } from 'vitest';
import { stripAccessUnit, stripConfiguration } from './avc.ts';

/** A sequence parameter set (NAL type 7) and a picture parameter set (type 8). */
const sequenceSet = [0x67, 0x42, 0xc0, 0x1e];
const pictureSet = [0x68, 0xce];
/** @param lengthSizeMinusOne - number of bytes of a unit's length, minus one, as the record stores it. */
const record = (lengthSizeMinusOne: number, sets: readonly number[], ...more: number[]) =>
  Uint8Array.from([1, 0x42, 0xc0, 0x1e, 0xfc | lengthSizeMinusOne, ...sets, ...more]);
const bothSets = [0xe1, 0, 4, ...sequenceSet, 1, 0, 2, ...pictureSet];

describe('stripConfiguration', () => {
  it('drops everything after the parameter sets', () => {
    const kept = stripConfiguration(record(3, bothSets, 0xfd, 0xf8, 0xf8, 0));
    expect(kept).toEqual({ bytes: record(3, bothSets), lengthBytes: 4 });
    expect(stripConfiguration(record(0, bothSets))?.lengthBytes).toBe(1);
  });

  it.each([
    ['of another version', Uint8Array.from([2, ...record(3, bothSets).slice(1)])],
    ['with lengths of three bytes', record(2, bothSets)],
    ['without a set', record(3, [0xe0, 0])],
    [
      'with other units instead of parameter sets',
      record(3, [0xe1, 0, 4, 6, 5, 4, 3, 1, 0, 2, ...pictureSet]),
    ],
    ['with an empty set', record(3, [0xe1, 0, 0, 1, 0, 2, ...pictureSet])],
    ...Array.from({ length: bothSets.length }, (_, length): [string, Uint8Array] => [
      `cut off after ${length} bytes of its sets`,
      record(3, bothSets.slice(0, length)),
    ]),
  ])('rejects a configuration %s', (_, bytes) => {
    expect(stripConfiguration(bytes)).toBeNull();
  });
});

describe('stripAccessUnit', () => {
  const unit = (...bytes: number[]) => [0, 0, 0, bytes.length, ...bytes];
  const slice = unit(0x65, 1, 2, 3);
  const bytes = (...units: number[][]) => Uint8Array.from(units.flat());

  it('keeps slices and parameter sets, without SEI messages, delimiters, filler and auxiliary pictures', () => {
    const removed = [unit(0x09, 0xf0), unit(0x06, 5, 99, 97, 110), unit(0x0c, 0xff), unit(0x73, 1)];
    const kept = stripAccessUnit(bytes(...removed, unit(...sequenceSet), unit(...pictureSet), slice), 4);
    expect(kept).toEqual(bytes(unit(...sequenceSet), unit(...pictureSet), slice));
    expect(stripAccessUnit(Uint8Array.from([0, 2, 0x41, 9, 0, 1, 6]), 2)).toEqual(
      Uint8Array.from([0, 2, 0x41, 9]),
    );
  });

  it.each([
    ['empty', bytes()],
    ['without a slice', bytes(unit(...sequenceSet), unit(0x06, 1))],
    ['truncated in a length', bytes(slice, [0, 0])],
    ['truncated in a unit', bytes(slice, [0, 0, 0, 9, 0x41])],
    ['with an empty unit', bytes(slice, [0, 0, 0, 0], slice)],
    ['with a length beyond its bytes', bytes([0xff, 0xff, 0xff, 0xff, 0x65, 1])],
    ['with too many units', bytes(...new Array<number[]>(257).fill(slice))],
  ])('rejects a picture %s', (_, data) => {
    expect(stripAccessUnit(data, 4)).toBeNull();
  });
});
