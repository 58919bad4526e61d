/** A position in a picture, in pixels, or on the table, in millimetres; x to the right, y down. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Corners clockwise from the top left of the upright document. */
export type Corners = readonly [Place, Place, Place, Place];

/** Position of the camera over the middle of the document. All zero: from straight above, with the document in the middle. */
export interface CameraPose {
  /** Pixels of the frame per millimetre at the document's middle; an MRZ character is 2.54 mm wide. */
  readonly pxPerMm: number;
  /** Tilt around the view's horizontal axis: positive moves the document's upper edge away. */
  readonly tiltDeg: number;
  /** Rotation around the view's vertical axis: positive moves the document's left edge away. */
  readonly yawDeg: number;
  /** Rotation in the picture, clockwise. */
  readonly rollDeg: number;
  /** Offset of the document's middle from the picture's middle, in shares of the picture's width and height. */
  readonly offset: Place;
}

/** A pinhole camera over a table whose origin is the middle of the document. */
export interface CameraView {
  toFrame(table: Place): Place;
  /** The nine numbers that map a pixel (x, y, 1) to the table: two numerators and their divisor, row by row. */
  readonly toTable: readonly number[];
}

/** Focal length in widths of the frame: a phone's main camera, 62° across. */
const FOCAL = 0.83;

/** Creates the camera for a frame of the given size in pixels. */
export function viewTable(pose: CameraPose, width: number, height: number): CameraView {
  const focal = FOCAL * Math.max(width, height);
  const distance = focal / pose.pxPerMm;
  const [cosTilt, sinTilt] = cosSin(pose.tiltDeg);
  const [cosYaw, sinYaw] = cosSin(pose.yawDeg);
  const [cosRoll, sinRoll] = cosSin(pose.rollDeg);
  const right = [cosYaw * cosRoll, cosYaw * sinRoll, -sinYaw];
  const down = [
    -sinYaw * sinTilt * cosRoll - cosTilt * sinRoll,
    cosTilt * cosRoll - sinYaw * sinTilt * sinRoll,
    -sinTilt * cosYaw,
  ];
  const centreX = width * (0.5 + pose.offset.x);
  const centreY = height * (0.5 + pose.offset.y);
  const toFrame = [
    focal * right[0]! + centreX * right[2]!,
    focal * down[0]! + centreX * down[2]!,
    centreX * distance,
    focal * right[1]! + centreY * right[2]!,
    focal * down[1]! + centreY * down[2]!,
    centreY * distance,
    right[2]!,
    down[2]!,
    distance,
  ];
  return { toFrame: (place) => project(toFrame, place), toTable: inverse(toFrame) };
}

function project(matrix: readonly number[], { x, y }: Place): Place {
  const [a, b, c, d, e, f, g, h, i] = matrix as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const divisor = g * x + h * y + i;
  return { x: (a * x + b * y + c) / divisor, y: (d * x + e * y + f) / divisor };
}

/** Returns the adjugate: the inverse up to a factor, which cancels in the division. */
function inverse(matrix: readonly number[]): readonly number[] {
  const [a, b, c, d, e, f, g, h, i] = matrix as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function cosSin(degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}
