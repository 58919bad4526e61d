import { writeFileSync } from 'node:fs';
import { createSeededRandom } from '@vendor/specimens';
import { CELL_PIXELS, MRZ_CHARACTERS, normaliseCell } from '../../../packages/vision/src/mrz/cells/cell.ts';
import { createActivations, runCellNet } from '../../../packages/vision/src/mrz/cells/cell-net.ts';
import { cellNetData } from '../../../packages/vision/src/mrz/cells/cell-net-data.ts';
import { unpackCellNet } from '../../../packages/vision/src/mrz/cells/cell-net-weights.ts';
import { createParameters, createTrainer } from './cell-net-trainer.ts';
import { drawDegradedCell } from './degraded-cell.ts';
import { drawGlyphAtlas, TRAINING_VARIANTS } from './glyph-atlas.ts';
import { packLayer, roundParameters } from './pack-weights.ts';

const BATCH = 32;
const OUTPUT = new URL('../../../packages/vision/src/mrz/cells/cell-net-data.ts', import.meta.url);

/**
 * Trains the reader's cell net on drawn cells and writes its weights.
 *
 *     node lab/training/run.mjs train-cell-net [million cells] [seed] [rate] [continue]
 *
 * With `continue`, starts from the existing weights. Cells come only from variants of cut OCRB. During the last third, the net
 * runs with rounded weights, like the reader, while the exact ones keep learning.
 */
export default async function trainCellNet([
  millions = '2',
  seed = '1',
  rate = '0.003',
  start,
]: string[]): Promise<void> {
  const atlases = await Promise.all(TRAINING_VARIANTS.map(drawGlyphAtlas));
  const random = createSeededRandom(Number(seed));
  const exact = start === 'continue' ? unpackCellNet(cellNetData) : createParameters(random);
  const rounded = createParameters(null);
  const exactTrainer = createTrainer(exact, exact);
  const roundedTrainer = createTrainer(exact, rounded);
  const cell = new Float32Array(CELL_PIXELS);
  const batches = Math.round((Number(millions) * 1e6) / BATCH);
  let right = 0;
  let loss = 0;

  const draw = (): number => {
    const character = random.integer(0, MRZ_CHARACTERS.length - 1);
    drawDegradedCell(random.pick(atlases), character, 0.2 + 0.8 * Math.sqrt(random.next()), random, cell);
    normaliseCell(cell);
    return character;
  };

  for (let batch = 1; batch <= batches; batch++) {
    const share = batch / batches;
    const trainer = share > 0.67 ? roundedTrainer : exactTrainer;
    if (trainer === roundedTrainer) roundParameters(exact, rounded);
    for (let i = 0; i < BATCH; i++) {
      const character = draw();
      const outcome = trainer.learn(cell, character);
      right += outcome.right ? 1 : 0;
      loss += outcome.loss;
    }
    trainer.step(Number(rate) * Math.max(0.005, 0.5 * (1 + Math.cos(Math.PI * share))));
    if (batch % 2500 === 0) {
      const cells = 2500 * BATCH;
      console.log(
        `${((batch * BATCH) / 1e6).toFixed(2)} M cells: right ${((100 * right) / cells).toFixed(2)} %, loss ${(loss / cells).toFixed(4)}`,
      );
      right = 0;
      loss = 0;
    }
  }

  right = 0;
  roundParameters(exact, rounded);
  const activations = createActivations();
  for (let i = 0; i < 20_000; i++) {
    const character = draw();
    runCellNet(rounded, cell, activations);
    if (activations.logits.indexOf(Math.max(...activations.logits)) === character) right++;
  }
  console.log(`packed: right ${(right / 200).toFixed(2)} % of fresh cells`);

  writeFileSync(
    OUTPUT,
    [
      "import type { PackedLayer } from './cell-net-weights.ts';",
      '',
      '/**',
      ' * Weights of the cell net, written by `lab/training/src/train-cell-net.ts`: trained on drawn cells of the OCR-B cut OCRB and',
      ` * its bold, light, wide and narrow variants (${millions} million cells, seed ${seed}). No photograph and no person's data went in.`,
      ' */',
      'export const cellNetData: readonly [PackedLayer, PackedLayer, PackedLayer] = [',
      ...exact.map((layer) => `  ${packLayer(layer)},`),
      '];',
      '',
    ].join('\n'),
  );
}
