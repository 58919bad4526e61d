/** A place or direction in space. */
export type Vector = readonly [x: number, y: number, z: number];

/** Returns the dot product of two vectors: for unit vectors, the cosine of their angle. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Returns the unit vector of a direction. */
export function unit(x: number, y: number, z: number): Vector {
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / length, y / length, z / length];
}

/** Returns the place at a distance along a direction. */
export function along(from: Vector, direction: Vector, distance: number): Vector {
  return [
    from[0] + direction[0] * distance,
    from[1] + direction[1] * distance,
    from[2] + direction[2] * distance,
  ];
}
