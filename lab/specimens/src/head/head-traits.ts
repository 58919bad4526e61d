/** A colour, each channel 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Traits by which synthetic heads differ. Lengths in head units: the skull extends about 0.75 to each side. */
export interface HeadTraits {
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly lips: Rgb;
  readonly iris: Rgb;
  readonly clothes: Rgb;
  readonly faceWidth: number;
  readonly jawWidth: number;
  /** Distance from the middle of the face to the middle of an eye. */
  readonly eyeOffset: number;
  readonly eyeHeight: number;
  readonly noseWidth: number;
  readonly noseDepth: number;
  readonly mouthWidth: number;
  readonly mouthHeight: number;
  readonly longHair: boolean;
}

/** The holder of the specimen passport. Resembles nobody: every number was chosen freely. */
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

/** A person of the darkest skin type by Fitzpatrick, VI. */
export const specimenDarkSkinned: HeadTraits = {
  ...specimenBearer,
  skin: [60, 40, 30],
  hair: [30, 26, 24],
  lips: [69, 38, 30],
  iris: [40, 28, 22],
  longHair: false,
};

/** A person who looks nothing like the holder of the specimen passport; resembles nobody real, either. */
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

/** A person between the other two, closer to the stranger: a face that is ambiguous for the comparison. */
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
