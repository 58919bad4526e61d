import {
  addKnown,
  convolveChannels,
  convolveHalving,
  type Grid,
  halve,
  type Layer,
  mixChannels,
} from './layers.ts';

/** Output of the network for one grid: for each place, and each of its anchors, a score and the position of the face. */
export interface GridAnswer {
  /** Distance of two places in pixels of the picture. */
  readonly stridePx: number;
  readonly anchors: number;
  readonly scores: Grid;
  /** Sixteen numbers for each anchor. */
  readonly places: Grid;
}

/** Looks at a picture: red, green and blue from -1 to 1, its sides multiples of 32. */
export type FaceNetwork = (picture: Grid) => readonly GridAnswer[];

/** Side of the first kernel. */
const firstKernel = 5;

/** Channels after each halving of the picture; each halving is followed by seven blocks that keep the size. */
const stages = [24, 24, 48, 96] as const;
const blocksPerStage = 7;

/**
 * BlazeFace (Bazarevsky et al., 2019: "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs"), the model for faces at
 * a few steps' distance. All its layers are convolutions, so that it looks at pictures of any size.
 *
 * @param model - as `build/face-model.mjs` packs it.
 */
export function createFaceNetwork(model: ArrayBuffer): FaceNetwork {
  const next = layerReader(model);
  let channels: number = stages[0];
  const first = next(firstKernel ** 2 * 3, channels);
  const blocks = stages.flatMap((outs, stage) => {
    const many = stage === 0 ? blocksPerStage : blocksPerStage + 1;
    return Array.from({ length: many }, (_, index) => {
      const halves = stage > 0 && index === 0;
      const block = { each: byPlace(next(9, channels)), mix: next(channels, outs), halves };
      channels = outs;
      return block;
    });
  });
  const fine = { scores: next(channels, 2), places: next(channels, 32) };
  const down = { each: byPlace(next(9, channels)), mix: next(channels, channels) };
  const coarse = { scores: next(channels, 6), places: next(channels, 96) };
  return (picture) => {
    let grid = convolveHalving(picture, first, firstKernel);
    for (const { each, mix, halves } of blocks) {
      const found = mixChannels(convolveChannels(grid, each, halves ? 2 : 1), mix);
      grid = addKnown(found, halves ? halve(grid) : grid);
    }
    const coarser = addKnown(mixChannels(convolveChannels(grid, down.each, 2), down.mix), null);
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
function byPlace({ weights, bias }: Layer): Float32Array {
  const channels = bias.length;
  const places = weights.length / channels;
  return weights.map((_, at) => weights[(at % channels) * places + Math.floor(at / channels)]!);
}

/** Reads one layer after the other: weights for each channel that comes out, and how many of those there are. */
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
