import type { FramePixels } from '../../session/ports.ts';
import { decodeFaces, type Face } from './decode-faces.ts';
import type { FaceNetwork } from './face-network.ts';
import { emptyGrid, type Grid } from './layers.ts';

/** Long side of the picture on which the network runs, in pixels. */
const inputPx = 128;

/** Divisor of the picture's sides, because the network halves the picture repeatedly. */
const multiple = 32;

/** Finds the faces in a frame, the largest first, in pixels of the frame. */
export function findFaces(network: FaceNetwork, frame: FramePixels): Face[] {
  const scale = Math.max(frame.width, frame.height) / inputPx;
  const at = (place: { x: number; y: number }) => ({ x: place.x * scale, y: place.y * scale });
  return decodeFaces(network(shrink(frame, scale))).map((face) => ({
    score: face.score,
    centre: at(face.centre),
    widthPx: face.widthPx * scale,
    heightPx: face.heightPx * scale,
    rightEye: at(face.rightEye),
    leftEye: at(face.leftEye),
    nose: at(face.nose),
    mouth: at(face.mouth),
    rightEar: at(face.rightEar),
    leftEar: at(face.leftEar),
  }));
}

/** Scales a frame down for the network: each cell is the mean of the pixels that it covers, and grey outside the frame. */
function shrink({ data, width, height }: FramePixels, scale: number): Grid {
  const across = Math.round(width / scale);
  const down = Math.round(height / scale);
  const roundUp = (side: number) => Math.ceil(side / multiple) * multiple;
  const grid = emptyGrid(roundUp(across), roundUp(down), 3);
  for (let y = 0; y < down; y++) {
    const top = Math.floor(y * scale);
    const bottom = Math.min(height, Math.max(top + 1, Math.floor((y + 1) * scale)));
    for (let x = 0; x < across; x++) {
      const left = Math.floor(x * scale);
      const right = Math.min(width, Math.max(left + 1, Math.floor((x + 1) * scale)));
      const sums = [0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
          for (let k = 0; k < 3; k++) sums[k]! += data[at + k]!;
      const covered = (bottom - top) * (right - left);
      for (let k = 0; k < 3; k++) grid.values[(y * grid.width + x) * 3 + k] = sums[k]! / covered / 127.5 - 1;
    }
  }
  return grid;
}
