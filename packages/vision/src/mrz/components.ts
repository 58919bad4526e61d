import type { GrayImage } from '../image.ts';
import { mapInk } from './ink-map.ts';

/** A connected component of ink that may be a character: centre and size of its bounding box, in pixels. */
export interface Component {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MIN_HEIGHT = 4;
const MAX_HEIGHT = 44;

/**
 * Maximum number of components, the tallest first, which bounds the time for an adversarial picture of noise; a page of print
 * has a few hundred.
 */
const MAX_COMPONENTS = 3000;

/** Finds the connected components that have the size and shape of a character. */
export function findComponents(image: GrayImage): Component[] {
  const found = labelInk(mapInk(image), image.width, image.height).filter(couldBeCharacter);
  const kept =
    found.length > MAX_COMPONENTS
      ? found.sort((a, b) => b.bottom - b.top - (a.bottom - a.top)).slice(0, MAX_COMPONENTS)
      : found;
  return kept.map(({ left, right, top, bottom }) => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + 1,
    height: bottom - top + 1,
  }));
}

interface Blob {
  left: number;
  right: number;
  top: number;
  bottom: number;
  pixels: number;
}

function couldBeCharacter({ left, right, top, bottom, pixels }: Blob): boolean {
  const width = right - left + 1;
  const height = bottom - top + 1;
  return (
    height >= MIN_HEIGHT &&
    height <= MAX_HEIGHT &&
    width >= 2 &&
    width <= 1.7 * height &&
    height <= 5 * width &&
    pixels >= 0.7 * height &&
    // A filled box is a mark or a scrap of background; very small characters almost fill theirs.
    pixels <= 0.92 * width * height + 6
  );
}

/** Labels connected components (8-connectivity) by union-find over runs of ink. */
function labelInk(ink: Uint8Array, width: number, height: number): Blob[] {
  const blobs: Blob[] = [];
  const parents: number[] = [];
  const find = (label: number): number => {
    let root = label;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };

  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    // The runs of one row, three numbers each: first pixel, last pixel, label.
    const runs: number[] = [];
    let next = 0;
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] === 0) continue;
      const first = x;
      while (x + 1 < width && ink[y * width + x + 1] === 1) x++;
      let label = -1;
      while (next < above.length && above[next + 1]! < first - 1) next += 3;
      for (let touching = next; touching < above.length && above[touching]! <= x + 1; touching += 3) {
        const root = find(above[touching + 2]!);
        if (label >= 0 && label !== root) parents[Math.max(label, root)] = Math.min(label, root);
        label = label < 0 ? root : Math.min(label, root);
      }
      if (label < 0) {
        label = blobs.length;
        parents.push(label);
        blobs.push({ left: first, right: x, top: y, bottom: y, pixels: 0 });
      }
      addRun(blobs[label]!, first, x, y);
      runs.push(first, x, label);
    }
    above = runs;
  }

  const whole: Blob[] = [];
  blobs.forEach((blob, label) => {
    const root = find(label);
    if (root === label) whole.push(blob);
    else merge(blobs[root]!, blob);
  });
  return whole;
}

function addRun(blob: Blob, first: number, last: number, y: number): void {
  blob.left = Math.min(blob.left, first);
  blob.right = Math.max(blob.right, last);
  blob.bottom = y;
  blob.pixels += last - first + 1;
}

function merge(into: Blob, from: Blob): void {
  into.left = Math.min(into.left, from.left);
  into.right = Math.max(into.right, from.right);
  into.top = Math.min(into.top, from.top);
  into.bottom = Math.max(into.bottom, from.bottom);
  into.pixels += from.pixels;
}
