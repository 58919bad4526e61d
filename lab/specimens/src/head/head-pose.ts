/** Rotation of a head, in degrees; all zero looks straight into the camera. */
export interface HeadPose {
  /** Positive turns towards the head's own left. */
  readonly yawDeg: number;
  /** Positive looks down. */
  readonly pitchDeg: number;
  /** Positive leans towards the right of the picture. */
  readonly rollDeg: number;
}

/** Converts a direction or place from the camera's coordinates to those of the rotated head. */
export type TurnIntoHead = (x: number, y: number, z: number) => readonly [number, number, number];

/** Creates the rotation of a pose: undoes first the roll, then the yaw, then the pitch. */
export function turnIntoHead({ yawDeg, pitchDeg, rollDeg }: HeadPose): TurnIntoHead {
  const [cosYaw, sinYaw] = cosSin(yawDeg);
  const [cosPitch, sinPitch] = cosSin(pitchDeg);
  const [cosRoll, sinRoll] = cosSin(rollDeg);
  return (x, y, z) => {
    const x1 = cosRoll * x - sinRoll * y;
    const y1 = sinRoll * x + cosRoll * y;
    const x2 = cosYaw * x1 - sinYaw * z;
    const z2 = sinYaw * x1 + cosYaw * z;
    return [x2, cosPitch * y1 - sinPitch * z2, sinPitch * y1 + cosPitch * z2];
  };
}

function cosSin(degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}
