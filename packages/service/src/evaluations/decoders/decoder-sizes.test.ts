import { expect, it } from 'vitest';
import { minDecoderMemoryMb, sizeDecoders } from './decoder-sizes.ts';

const nothingSet = { processes: null, memoryMb: null, faces: null, letters: null, cards: null };

it.each([
  ['a small machine', { cores: 1, memoryMb: 1_024 }, nothingSet, { processes: 1, sharedMb: 170 }],
  ['two cores', { cores: 2, memoryMb: 8_192 }, nothingSet, { processes: 1, sharedMb: 760 }],
  [
    'many cores with little memory',
    { cores: 8, memoryMb: 4_096 },
    nothingSet,
    { processes: 3, sharedMb: 838 },
  ],
  [
    'more cores with less memory',
    { cores: 16, memoryMb: 2_048 },
    nothingSet,
    { processes: 1, sharedMb: 494 },
  ],
  ['many cores with memory', { cores: 8, memoryMb: 65_536 }, nothingSet, { processes: 7, sharedMb: 2_920 }],
  [
    'a limit of memory alone',
    { cores: 8, memoryMb: 65_536 },
    { ...nothingSet, memoryMb: 700 },
    { processes: 1, sharedMb: 170 },
  ],
  [
    'a number of processes alone',
    { cores: 2, memoryMb: 65_536 },
    { ...nothingSet, processes: 4 },
    { processes: 4, sharedMb: 1_840 },
  ],
])('sizes the decoder processes for %s', (_, machine, set, sizes) => {
  expect(sizeDecoders(machine, set)).toMatchObject(sizes);
});

it('requires more memory for each further process', () => {
  expect([1, 2, 8].map(minDecoderMemoryMb)).toEqual([700, 1_040, 3_080]);
});

it.each([
  [2, 8_192, 1],
  [4, 8_192, 1],
  [8, 65_536, 2],
  [16, 65_536, 5],
  [16, 8_192, 1],
  [64, 262_144, 20],
])(
  'checks selfies, letters and cards on %i cores with %i MB in %i processes each',
  (cores, memoryMb, count) => {
    const sizes = sizeDecoders({ cores, memoryMb }, nothingSet);
    expect(sizes).toMatchObject({ faces: count, letters: count, cards: count });
  },
);

it('uses the configured numbers of processes', () => {
  const set = { ...nothingSet, faces: 4, letters: 3, cards: 2 };
  expect(sizeDecoders({ cores: 2, memoryMb: 8_192 }, set)).toMatchObject({
    processes: 1,
    faces: 4,
    letters: 3,
    cards: 2,
  });
});
