import { expect, it } from 'vitest';
import { leastDecoderMemoryMb, sizeDecoders } from './decoder-sizes.ts';

const nothingSet = { processes: null, memoryMb: null };

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
    { processes: null, memoryMb: 700 },
    { processes: 1, sharedMb: 170 },
  ],
  [
    'a number of processes alone',
    { cores: 2, memoryMb: 65_536 },
    { processes: 4, memoryMb: null },
    { processes: 4, sharedMb: 1_840 },
  ],
])('sizes the decoder processes for %s', (_, machine, set, sizes) => {
  expect(sizeDecoders(machine, set)).toEqual(sizes);
});

it('needs more memory for each further process', () => {
  expect([1, 2, 8].map(leastDecoderMemoryMb)).toEqual([700, 1_040, 3_080]);
});
