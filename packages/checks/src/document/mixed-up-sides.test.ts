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
  bandGlare: null,
  colour: 0.14,
  blurPx: 0.7,
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
const files = { front: Uint8Array.of(1), back: Uint8Array.of(2) };

it.each<[string, SideView[]]>([
  ['the lines of a card are on the front', [lines, face]],
  ['they are, and the back cannot be read', [lines, unread]],
  ['they are on both sides', [lines, lines]],
  ['the code of a licence is on the front', [code, face]],
  ['it is on both sides', [code, code]],
])('sides are mixed up where %s', (_, sides) => {
  expect(areSidesMixedUp(files, sides)).toBe(true);
});

it.each<[string, SideView[]]>([
  ['lines are on the back', [face, lines]],
  ['the code is on the back', [face, code]],
  ['one side has lines and the other the code', [code, lines]],
  ['the other has the lines', [lines, code]],
  ['neither can be told', [face, face]],
  ['what may be lines could not be read', [unread, face]],
  ['a code is of another kind, or could not be read', [withCode('@PLAIN'), withCode(null)]],
  ['a passport was shown open for both of its pages', [page, page]],
  ['one side alone is wanted', [lines]],
])('sides are not mixed up where %s', (_, sides) => {
  expect(areSidesMixedUp({ ...files, ...(sides.length === 1 && { back: null }) }, sides)).toBe(false);
});

it('one file as both sides is one side, whatever it shows', () => {
  const same = { front: Uint8Array.of(1, 2), back: Uint8Array.of(1, 2) };
  expect(areSidesMixedUp(same, [face, face])).toBe(true);
});
