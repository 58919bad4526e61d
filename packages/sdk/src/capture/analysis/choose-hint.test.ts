import { expect, test } from 'vitest';
import { chooseHint, type DocumentMeasures, type FrameMeasures } from './choose-hint.ts';

const good: DocumentMeasures = {
  confidence: 0.9,
  longSidePx: 1_400,
  leastLongSidePx: 905,
  isAskew: false,
  fits: true,
  isCoarse: false,
  margin: 0.05,
  evenness: 0.95,
  glareShare: 0,
  blurRatio: 0.6,
};
const frame = (
  document: Partial<DocumentMeasures> | null,
  light: Partial<FrameMeasures> = {},
): FrameMeasures => ({
  meanLuma: 130,
  contrast: 120,
  ...light,
  document: document && { ...good, ...document },
});

test.each([
  ['nothing is wrong', frame({}), 'hold-still'],
  ['there is no document', frame(null), 'looking'],
  ['it is dark, with or without a document', frame(null, { meanLuma: 20 }), 'too-dark'],
  ['it is dark over a document', frame({}, { meanLuma: 49 }), 'too-dark'],
  ['the print is lost in the dark', frame({}, { contrast: 30 }), 'too-dark'],
  ['everything is white', frame(null, { meanLuma: 250 }), 'too-bright'],
  ['the paper is clipped', frame({}, { meanLuma: 245 }), 'too-bright'],
  ['a corner leaves the picture', frame({ margin: -0.01 }), 'farther'],
  ['print would be too small', frame({ longSidePx: 900 }), 'closer'],
  ['it must be level before it can be larger', frame({ longSidePx: 700, isAskew: true }), 'looking'],
  ['it is rotated, but large enough', frame({ isAskew: true }), 'hold-still'],
  ['only a part of it, or something else, is visible', frame({ fits: false }), 'looking'],
  ['it is seen from the side', frame({ evenness: 0.6 }), 'straighten'],
  ['a lamp is reflected', frame({ glareShare: 0.1 }), 'glare'],
  ['the lens has not focused', frame({ blurRatio: 1.2 }), 'blurred'],
  ['sharpness could not be measured', frame({ blurRatio: null }), 'hold-still'],
  ['the camera is too coarse, but all else is good', frame({ isCoarse: true }), 'by-hand'],
  ['a coarse camera has not focused', frame({ isCoarse: true, blurRatio: 1.2 }), 'blurred'],
  ['the finder is not sure', frame({ confidence: 0.6 }), 'looking'],
] as const)('chooses the hint when %s', (_what, measures, hint) => {
  expect(chooseHint(measures)).toBe(hint);
});

test('reports the most urgent problem first', () => {
  const everything = {
    margin: -1,
    longSidePx: 10,
    evenness: 0.1,
    fits: false,
    glareShare: 1,
    blurRatio: 9,
    confidence: 0.5,
  };
  const order = ['farther', 'closer', 'straighten', 'looking', 'glare', 'blurred', 'looking'];
  const remedies = [
    { margin: 1 },
    { longSidePx: 2_000 },
    { evenness: 1 },
    { fits: true },
    { glareShare: 0 },
    { blurRatio: 0 },
    {},
  ];
  let document: Partial<DocumentMeasures> = everything;
  for (const [index, remedy] of remedies.entries()) {
    expect(chooseHint(frame(document))).toBe(order[index]);
    document = { ...document, ...remedy };
  }
});
