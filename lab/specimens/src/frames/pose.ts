import type { SeededRandom } from '../mrz/seeded-random.ts';

/** A point in frame pixels, with (0, 0) at the top left corner of the frame. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

/** The four corners of a document, clockwise from the top left one of its print. */
export type FrameQuad = readonly [FramePoint, FramePoint, FramePoint, FramePoint];

/** Position of a flat object before the camera. Angles in radians, lengths in millimetres. */
export interface Pose {
  /** Rotation in the plane of the frame. */
  readonly roll: number;
  /** Tilt of its upper side away from the camera. */
  readonly pitch: number;
  /** Tilt of its right side away from the camera. */
  readonly yaw: number;
  readonly distanceMm: number;
  /** Point at which its centre appears. */
  readonly centre: FramePoint;
  /** Focal length of the camera in pixels. */
  readonly focalPx: number;
}

/** Maps between the plane of the object (millimetres from its centre) and the frame. */
export interface Projection {
  toFrame(xMm: number, yMm: number): FramePoint;
  toPlane(x: number, y: number): FramePoint;
}

/** Projects through a pinhole in the middle of a frame. */
export function projectionOf(pose: Pose, frame: { width: number; height: number }): Projection {
  const { roll, pitch, yaw, focalPx: f } = pose;
  const principal = { x: frame.width / 2, y: frame.height / 2 };
  const [cr, sr, cp, sp, cy, sy] = [
    Math.cos(roll),
    Math.sin(roll),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(yaw),
    Math.sin(yaw),
  ];
  // Columns of the rotation Rz(roll) · Rx(pitch) · Ry(yaw): the directions of the plane's axes.
  const right = [cr * cy - sr * sp * sy, sr * cy + cr * sp * sy, cp * sy] as const;
  const down = [-sr * cp, cr * cp, -sp] as const;
  const origin = [
    ((pose.centre.x - principal.x) / f) * pose.distanceMm,
    ((pose.centre.y - principal.y) / f) * pose.distanceMm,
    pose.distanceMm,
  ] as const;
  const m = [0, 1, 2].map((row) => [right[row]!, down[row]!, origin[row]!]);
  const [[a, b, c], [d, e, g], [h, i, j]] = m as [number[], number[], number[]] as unknown as Matrix;
  const inverse: Matrix = [
    [e * j - g * i, c * i - b * j, b * g - c * e],
    [g * h - d * j, a * j - c * h, c * d - a * g],
    [d * i - e * h, b * h - a * i, a * e - b * d],
  ];
  return {
    toFrame: (x, y) => {
      const depth = h * x + i * y + j;
      return {
        x: principal.x + (f * (a * x + b * y + c)) / depth,
        y: principal.y + (f * (d * x + e * y + g)) / depth,
      };
    },
    toPlane: (x, y) => {
      const u = (x - principal.x) / f;
      const v = (y - principal.y) / f;
      const w = inverse[2][0] * u + inverse[2][1] * v + inverse[2][2];
      return {
        x: (inverse[0][0] * u + inverse[0][1] * v + inverse[0][2]) / w,
        y: (inverse[1][0] * u + inverse[1][1] * v + inverse[1][2]) / w,
      };
    },
  };
}

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

/** Returns the frame corners of a rectangle around the origin of the plane, clockwise from its top left one. */
export function frameCorners(projection: Projection, size: { widthMm: number; heightMm: number }): FrameQuad {
  const [w, h] = [size.widthMm / 2, size.heightMm / 2];
  return [
    projection.toFrame(-w, -h),
    projection.toFrame(w, -h),
    projection.toFrame(w, h),
    projection.toFrame(-w, h),
  ];
}

/**
 * Returns a typical pose in hands: tilted by about 10°, nearly level (one in eight at any rotation), filling 45 to 95 % of the
 * frame.
 *
 * @param turned - any rotation for all, not only for one in eight.
 */
export function randomPose(
  frame: { width: number; height: number },
  size: { widthMm: number; heightMm: number },
  turned: boolean,
  random: SeededRandom,
): Pose {
  const focalPx = random.between(0.72, 1.05) * Math.max(frame.width, frame.height);
  const isTurned = random.chance(0.125) || turned;
  const roll = isTurned ? random.between(-Math.PI / 2, Math.PI / 2) : random.normal() * 0.12;
  const pitch = Math.max(-0.6, Math.min(0.6, random.normal() * 0.2));
  const yaw = Math.max(-0.6, Math.min(0.6, random.normal() * 0.2));
  const across = Math.abs(size.widthMm * Math.cos(roll)) + Math.abs(size.heightMm * Math.sin(roll));
  const down = Math.abs(size.widthMm * Math.sin(roll)) + Math.abs(size.heightMm * Math.cos(roll));
  const fill = random.between(0.45, 0.95);
  const scale = fill * Math.min(frame.width / across, frame.height / down);
  const slackX = (frame.width - across * scale) / 2;
  const slackY = (frame.height - down * scale) / 2;
  return {
    roll,
    pitch,
    yaw,
    focalPx,
    distanceMm: focalPx / scale,
    centre: {
      x: frame.width / 2 + random.between(-0.9, 0.9) * slackX,
      y: frame.height / 2 + random.between(-0.9, 0.9) * slackY,
    },
  };
}
