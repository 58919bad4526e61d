import {
  addResidual,
  convolveChannels,
  convolveHalving,
  type Grid,
  halve,
  type Layer,
  mixChannels,
} from './layers.ts';

/** Output of the network for one grid: a score and the position of a face for each anchor of each cell. */
export interface GridAnswer {
  /** Distance between two cells, in pixels of the picture. */
  readonly stridePx: number;
  readonly anchors: number;
  readonly scores: Grid;
  /** Sixteen numbers per anchor. */
  readonly places: Grid;
}

/** Runs the network on a picture with red, green and blue from -1 to 1, and sides that are multiples of 32. */
export type FaceNetwork = (picture: Grid) => readonly GridAnswer[];

/** Side of the first kernel. */
const firstKernel = 5;

/** Number of channels after each halving of the picture; each halving is followed by seven blocks that keep the size. */
const stages = [24, 24, 48, 96] as const;
const blocksPerStage = 7;

/**
 * Creates BlazeFace (Bazarevsky et al., 2019: "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs"), in its
 * version for faces at a distance of a few steps. All its layers are convolutions, so it accepts pictures of any size.
 *
 * @param model - weights, as packed by `build/face-model.mjs`.
 */
export function createFaceNetwork(model: ArrayBuffer): FaceNetwork {
  const next = layerReader(model);
  let channels: number = stages[0];
  const first = next(firstKernel ** 2 * 3, channels);
  const blocks = stages.flatMap((outs, stage) => {
    const blockCount = stage === 0 ? blocksPerStage : blocksPerStage + 1;
    return Array.from({ length: blockCount }, (_, index) => {
      const halves = stage > 0 && index === 0;
      const block = { each: reorderByPosition(next(9, channels)), mix: next(channels, outs), halves };
      channels = outs;
      return block;
    });
  });
  const fine = { scores: next(channels, 2), places: next(channels, 32) };
  const down = { each: reorderByPosition(next(9, channels)), mix: next(channels, channels) };
  const coarse = { scores: next(channels, 6), places: next(channels, 96) };
  return (picture) => {
    let grid = convolveHalving(picture, first, firstKernel);
    for (const { each, mix, halves } of blocks) {
      const found = mixChannels(convolveChannels(grid, each, halves ? 2 : 1), mix);
      grid = addResidual(found, halves ? halve(grid) : grid);
    }
    const coarser = addResidual(mixChannels(convolveChannels(grid, down.each, 2), down.mix), null);
    return [
      { stridePx: 16, anchors: 2, ...mixed(grid, fine) },
      { stridePx: 32, anchors: 6, ...mixed(coarser, coarse) },
    ];
  };
}

function mixed(grid: Grid, { scores, places }: { readonly scores: Layer; readonly places: Layer }) {
  return { scores: mixChannels(grid, scores), places: mixChannels(grid, places) };
}

/** Reorders the weights of a depthwise kernel: all channels of one position together. */
function reorderByPosition({ weights, bias }: Layer): Float32Array {
  const channels = bias.length;
  const places = weights.length / channels;
  return weights.map((_, at) => weights[(at % channels) * places + Math.floor(at / channels)]!);
}

/**
 * Returns a reader of consecutive layers, which takes the number of weights per output channel and the number of output
 * channels.
 */
function layerReader(model: ArrayBuffer): (perChannel: number, outs: number) => Layer {
  const view = new DataView(model);
  let at = 0;
  return (perChannel, outs) => {
    const float = (index: number) => view.getFloat32(at + 4 * index, true);
    const scales = Float32Array.from({ length: outs }, (_, out) => float(out));
    const bias = Float32Array.from({ length: outs }, (_, out) => float(outs + out));
    const steps = new Int8Array(model, at + 8 * outs, perChannel * outs);
    at += 8 * outs + perChannel * outs;
    return { weights: Float32Array.from(steps, (step, k) => step * scales[(k / perChannel) | 0]!), bias };
  };
}
