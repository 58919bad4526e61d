import { describe, expect, it } from 'vitest';
import { CELL_PIXELS, MRZ_CHARACTERS, normaliseCell } from './cell.ts';
import { createActivations, runCellNet } from './cell-net.ts';
import { cellNetData } from './cell-net-data.ts';
import { connect, convolve } from './cell-net-layers.ts';
import { unpackCellNet } from './cell-net-weights.ts';
import { loadCellTemplates } from './cell-templates.ts';

describe('convolve', () => {
  it('sums a padded neighbourhood at every other pixel and applies ReLU', () => {
    const shape = { width: 4, height: 4, channels: 1, kernel: 3, outputs: 4 };
    const input = Float32Array.from({ length: 16 }, (_, i) => i);
    const weights = Float32Array.from({ length: 36 }, (_, i) => (i % 4 === 0 ? 1 : i % 4 === 1 ? -1 : 0));
    const output = new Float32Array(16);
    convolve(shape, input, weights, Float32Array.of(0, 0, 5, -5), output);
    const sums = [
      0 + 1 + 4 + 5,
      1 + 2 + 3 + 5 + 6 + 7,
      4 + 5 + 8 + 9 + 12 + 13,
      5 + 6 + 7 + 9 + 10 + 11 + 13 + 14 + 15,
    ];
    expect([...output]).toEqual(sums.flatMap((sum) => [sum, 0, 5, 0]));
  });
});

describe('connect', () => {
  it('computes a weighted sum plus bias', () => {
    const output = new Float32Array(2);
    connect(Float32Array.of(1, 2, 0), Float32Array.of(1, 2, 3, 4, 5, 6), Float32Array.of(10, 20), output);
    expect([...output]).toEqual([17, 30]);
  });
});

describe('the trained cell net', () => {
  it('recognizes the template of every character', () => {
    const { fine } = loadCellTemplates();
    const parameters = unpackCellNet(cellNetData);
    const activations = createActivations();
    const read = Array.from(MRZ_CHARACTERS, (_, character) => {
      const cell = fine.slice(character * CELL_PIXELS, (character + 1) * CELL_PIXELS);
      normaliseCell(cell);
      runCellNet(parameters, cell, activations);
      return MRZ_CHARACTERS[activations.logits.indexOf(Math.max(...activations.logits))];
    });
    expect(read.join('')).toBe(MRZ_CHARACTERS);
  });
});
