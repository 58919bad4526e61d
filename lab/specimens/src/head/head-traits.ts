/** A colour, each channel 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Traits that make one synthetic head differ from another. Lengths in head units: the skull is about 0.75 wide to one
 * side.
 */
export interface HeadTraits {
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly lips: Rgb;
  readonly iris: Rgb;
  readonly clothes: Rgb;
  readonly faceWidth: number;
  readonly jawWidth: number;
  /** From the middle of the face to the middle of an eye. */
  readonly eyeOffset: number;
  readonly eyeHeight: number;
  readonly noseWidth: number;
  readonly noseDepth: number;
  readonly mouthWidth: number;
  readonly mouthHeight: number;
  readonly longHair: boolean;
}

/** The bearer of the specimen passport. Nobody's likeness: every number here was chosen freely. */
export const specimenBearer: HeadTraits = {
  skin: [226, 178, 150],
  hair: [104, 70, 42],
  lips: [178, 92, 90],
  iris: [74, 96, 112],
  clothes: [58, 74, 104],
  faceWidth: 0.72,
  jawWidth: 0.57,
  eyeOffset: 0.325,
  eyeHeight: 0.12,
  noseWidth: 0.12,
  noseDepth: 0.28,
  mouthWidth: 0.23,
  mouthHeight: -0.48,
  longHair: true,
};

/** Somebody who looks nothing like the bearer of the specimen passport; nobody's likeness either. */
export const specimenStranger: HeadTraits = {
  ...specimenBearer,
  skin: [150, 110, 84],
  hair: [200, 200, 200],
  lips: [140, 90, 90],
  iris: [30, 30, 30],
  faceWidth: 0.86,
  jawWidth: 0.78,
  eyeOffset: 0.4,
  eyeHeight: 0,
  noseWidth: 0.24,
  noseDepth: 0.36,
  mouthWidth: 0.36,
  mouthHeight: -0.36,
  longHair: false,
};

/** Somebody between the two, nearer to the stranger: a face that may be the bearer's, and may not. */
export const specimenSibling: HeadTraits = {
  skin: [173, 130, 104],
  hair: [171, 161, 153],
  lips: [151, 91, 90],
  iris: [43, 50, 55],
  clothes: specimenBearer.clothes,
  faceWidth: 0.818,
  jawWidth: 0.717,
  eyeOffset: 0.3775,
  eyeHeight: 0.036,
  noseWidth: 0.204,
  noseDepth: 0.336,
  mouthWidth: 0.321,
  mouthHeight: -0.396,
  longHair: true,
};
