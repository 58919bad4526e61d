/** A colour, each channel 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What makes one synthetic head differ from another. Lengths in head units: the skull is about 0.75 wide to one side. */
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
