import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FinderNets } from '../../../packages/vision/src/document/finder-nets.ts';
import type { PackedNet } from '../../../packages/vision/src/document/score-net.ts';

/** Purpose of each net, written as the comment above it in the file. */
const PURPOSE: Readonly<Record<keyof FinderNets, string>> = {
  search: 'How likely the fit of a search is right, as the logarithm of the odds.',
  track: 'The same for a quad that was tracked.',
};

/** Writes the nets as the source file that the finder imports. */
export function writeWeights(nets: Readonly<Record<keyof FinderNets, PackedNet>>): void {
  const entries = Object.entries(nets).map(
    ([net, packed]) =>
      `// ${PURPOSE[net as keyof FinderNets]}\n${net}: createScore(${JSON.stringify(packed)})`,
  );
  const source = `import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** Learned weights of the nets that judge fits. Written by \`lab/training/src/document-weights.ts\`; never edited by hand. */
export const FINDER_NETS: FinderNets = {
${entries.join(',\n')},
};
`;
  writeFileSync(
    resolve(import.meta.dirname, '../../../packages/vision/src/document/finder-weights.ts'),
    source,
  );
}
