import { aamvaText, type MrzIdentity, mrzLines, specimenLicence, utopianPassport } from '@vendor/specimens';
import type { Quad } from '@vendor/vision';
import { expect, it } from 'vitest';
import type { SideView } from './look-at-side.ts';
import { areSidesMixedUp } from './mixed-up-sides.ts';

const today = new Date('2031-03-01T10:00:00Z');
const card: MrzIdentity = {
  ...utopianPassport(today),
  format: 'TD1',
  documentCode: 'ID',
  documentNumber: 'D23145890',
};
const corners: Quad = [
  { x: 400, y: 150 },
  { x: 1480, y: 150 },
  { x: 1480, y: 831 },
  { x: 400, y: 831 },
];

const face: SideView = {
  width: 1920,
  height: 1080,
  corners,
  pageByLines: null,
  reading: null,
  barcode: null,
  exposure: { mean: 180, contrast: 150 },
  glare: { share: 0 },
  isWhite: false,
  bandGlare: null,
  colour: 0.14,
  blurPx: 0.7,
  isSmeared: false,
  look: null,
  documentWidthPx: 1080,
};

function withLines(identity: MrzIdentity, accepted = true): SideView {
  const lines = mrzLines(identity);
  const reading = {
    lines,
    rawLines: lines,
    corrected: false,
    accepted,
    contradiction: null,
    confidence: 0.9,
  };
  return { ...face, reading: { ...reading, format: identity.format, pitchPx: 32, outline: corners } };
}

const withCode = (text: string | null): SideView => ({ ...face, barcode: { text } });
const lines = withLines(card);
const unread = withLines(card, false);
const page = withLines(utopianPassport(today));
const code = withCode(aamvaText(specimenLicence(today)));
const both: SideView = { ...code, reading: lines.reading };
const files = { documentType: 'NATIONAL_ID' as const, front: Uint8Array.of(1), back: Uint8Array.of(2) };

/** The other has nothing in common with the first, however it lies. */
const lookOf = (...fields: number[]) => Float32Array.from({ length: 360 }, (_, field) => fields[field] ?? 0);
const looks = {
  one: lookOf(0.8, 0.6),
  again: lookOf(0.6, 0.8),
  other: lookOf(0.5, -0.5, 0.5, -0.5),
};
const looking = (look: Float32Array, side = face): SideView => ({ ...side, look });

it.each<[string, SideView[]]>([
  ['the lines of a card are on the front', [lines, face]],
  ['they are, and the back cannot be read', [lines, unread]],
  ['they are on both sides', [lines, lines]],
  ['the code of a licence is on the front', [code, face]],
  ['it is on both sides', [code, code]],
  ['lines and code are on the front', [both, face]],
  ['they are on both sides', [both, both]],
  ['two photographs look like one side', [looking(looks.one), looking(looks.again)]],
])('sides are mixed up where %s', (_, sides) => {
  expect(areSidesMixedUp(files, sides)).toBe(true);
});

it.each<[string, SideView[]]>([
  ['lines are on the back', [face, lines]],
  ['the code is on the back', [face, code]],
  ['one side has lines and the other the code', [code, lines]],
  ['the other has the lines', [lines, code]],
  ['lines and code are on the back', [face, both]],
  ['two photographs look like two sides', [looking(looks.one), looking(looks.other)]],
  ['one of two that look alike has lines', [looking(looks.one), looking(looks.again, lines)]],
  ['one of two that look alike has a code', [looking(looks.one), looking(looks.again, code)]],
  ['neither can be told', [face, face]],
  ['what may be lines could not be read', [unread, face]],
  ['a code is of another kind, or could not be read', [withCode('@PLAIN'), withCode(null)]],
  ['a passport was shown open for both of its pages', [page, page]],
  ['one side alone is wanted', [lines]],
])('sides are not mixed up where %s', (_, sides) => {
  expect(areSidesMixedUp({ ...files, ...(sides.length === 1 && { back: null }) }, sides)).toBe(false);
});

it('a passport whose pages look alike is for its lines to tell', () => {
  const sides = [looking(looks.one), looking(looks.again)];
  expect(areSidesMixedUp({ ...files, documentType: 'PASSPORT' }, sides)).toBe(false);
});

it('takes one file sent for both sides for one side', () => {
  const same = { ...files, front: Uint8Array.of(1, 2), back: Uint8Array.of(1, 2) };
  expect(areSidesMixedUp(same, [face, face])).toBe(true);
});
