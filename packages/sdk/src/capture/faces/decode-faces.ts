import type { GridAnswer } from './face-network.ts';

/** A position in the picture, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A face in a picture. Left and right are the person's own. */
export interface Face {
  /** Confidence of the network, 0 to 1. */
  readonly score: number;
  readonly centre: Place;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rightEye: Place;
  readonly leftEye: Place;
  readonly nose: Place;
  readonly mouth: Place;
  /** Positions at which the ears join the face. */
  readonly rightEar: Place;
  readonly leftEar: Place;
}

/** Minimum score of a face; a detection below it is dropped. */
const minScore = 0.5;

/** Minimum overlap at which two detections count as one face. */
const sameOverlap = 0.3;

/** Number of coordinates per anchor: the face's centre, its size, and six points in it. */
const numbersPerAnchor = 16;

/**
 * Decodes the faces in the network's output, the largest first. Each face is detected at many positions; only the detection
 * with the highest score is kept.
 */
export function decodeFaces(answers: readonly GridAnswer[]): Face[] {
  const found = answers.flatMap(decodeGrid).sort((one, other) => other.score - one.score);
  const faces: Face[] = [];
  for (const face of found) if (!faces.some((known) => overlap(known, face) > sameOverlap)) faces.push(face);
  return faces.sort((one, other) => other.widthPx - one.widthPx);
}

function decodeGrid({ stridePx, anchors, scores, places }: GridAnswer): Face[] {
  const faces: Face[] = [];
  scores.values.forEach((raw, index) => {
    const score = 1 / (1 + Math.exp(-raw));
    if (score < minScore) return;
    const cell = Math.floor(index / anchors);
    const origin = {
      x: ((cell % scores.width) + 0.5) * stridePx,
      y: (Math.floor(cell / scores.width) + 0.5) * stridePx,
    };
    const number = (nth: number) => places.values[index * numbersPerAnchor + nth]!;
    const place = (nth: number): Place => ({ x: origin.x + number(nth), y: origin.y + number(nth + 1) });
    faces.push({
      score,
      centre: place(0),
      widthPx: number(2),
      heightPx: number(3),
      rightEye: place(4),
      leftEye: place(6),
      nose: place(8),
      mouth: place(10),
      rightEar: place(12),
      leftEar: place(14),
    });
  });
  return faces;
}

/** Returns the overlap of two boxes, as a share of the area that they cover together. */
function overlap(one: Face, other: Face): number {
  const common = (a: number, aSize: number, b: number, bSize: number) =>
    Math.max(0, Math.min(a + aSize / 2, b + bSize / 2) - Math.max(a - aSize / 2, b - bSize / 2));
  const both =
    common(one.centre.x, one.widthPx, other.centre.x, other.widthPx) *
    common(one.centre.y, one.heightPx, other.centre.y, other.heightPx);
  return both / (one.widthPx * one.heightPx + other.widthPx * other.heightPx - both);
}
