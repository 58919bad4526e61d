import type { Point } from '../quad.ts';

/** A direction or a place in space, from the camera's eye: x to the right, y down, z ahead. */
export type Vector = readonly [x: number, y: number, z: number];

/**
 * The focal length of cameras that look at documents, as a share of the longer side of the frame: 62° across, between the
 * 65° to 70° of phones and the 55° to 60° of laptops. A tenth more or less changes an aspect by a few percent at most.
 */
const FOCAL_SHARE = 0.83;

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

function focalOf({ width, height }: FrameSize): number {
  return FOCAL_SHARE * Math.max(width, height);
}

/** The way from the eye through a point of a frame, in the frame's unit. */
export function rayThrough({ x, y }: Point, frame: FrameSize): Vector {
  return [x - frame.width / 2, y - frame.height / 2, focalOf(frame)];
}

/** Where a place in space is seen. */
export function seenAt([x, y, z]: Vector, frame: FrameSize): Point {
  const scale = focalOf(frame) / z;
  return { x: x * scale + frame.width / 2, y: y * scale + frame.height / 2 };
}

/** Square to both; of two rays, the normal of the plane that they span. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The place that lies `share` of a way off from another. */
export function away(from: Vector, way: Vector, share: number): Vector {
  return [from[0] + way[0] * share, from[1] + way[1] * share, from[2] + way[2] * share];
}

/** The way from a place to where a ray passes it, in a direction that lies in one plane with both. */
export function wayTo(ray: Vector, from: Vector, direction: Vector): Vector {
  const across = cross(ray, direction);
  const depth = dot(cross(from, direction), across) / dot(across, across);
  return [ray[0] * depth - from[0], ray[1] * depth - from[1], ray[2] * depth - from[2]];
}
