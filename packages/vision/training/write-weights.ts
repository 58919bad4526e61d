import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FinderNets } from '../src/document/finder-nets.ts';
import type { PackedNet } from '../src/document/score-net.ts';
import type { WayName } from './weight-frames.ts';

type NetName = keyof FinderNets;

/** What each net is for, as it stands above it in the file. */
const PURPOSE: Readonly<Record<NetName, string>> = {
  lines: 'Which of many candidates are worth a closer look, by what lines say.',
  contrast: 'Which of those are worth fitting to the frame, by their contrast too.',
  search:
    'How likely a fitted quad is right, as the logarithm of the odds: features of the fit, then its contrast and its lines.',
  track: 'The same for a quad that was tracked: features of the fit.',
};

/** Where the nets of each way are kept, under which name, and what they are for. */
const KEPT: Readonly<Record<WayName, { file: string; name: string; use: string }>> = {
  page: { file: 'finder-weights.ts', name: 'FINDER_NETS', use: 'a search by lines' },
  thorough: { file: 'thorough-weights.ts', name: 'THOROUGH_NETS', use: 'a search that completes sides' },
};

/** Writes the nets of one way to search as the source that the finder imports. */
export function writeWeights(way: WayName, nets: Record<NetName, PackedNet>): void {
  const { file, name, use } = KEPT[way];
  const entries = Object.entries(nets).map(
    ([net, packed]) => `// ${PURPOSE[net as NetName]}\n${net}: createScore(${JSON.stringify(packed)})`,
  );
  const source = `import type { FinderNets } from './finder-nets.ts';
import { createScore } from './score-net.ts';

/** What was learned for ${use}. Written by \`training/document-weights.ts\`; never edited by hand. */
export const ${name}: FinderNets = {
${entries.join(',\n')},
};
`;
  writeFileSync(resolve(import.meta.dirname, '../src/document', file), source);
}
