import { aamvaText, type MrzIdentity, mrzLines, specimenLicence, utopianPassport } from '@vendor/specimens';
import type { Quad } from '@vendor/vision';
import { expect, it } from 'vitest';
import type { SideView } from './measure-side.ts';
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

const plain: SideView = {
  width: 1920,
  height: 1080,
  corners,
  pageByMrz: null,
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
  return { ...plain, reading: { ...reading, format: identity.format, pitchPx: 32, outline: corners } };
}

const withCode = (text: string | null): SideView => ({ ...plain, barcode: { text } });
const lines = withLines(card);
const unread = withLines(card, false);
const page = withLines(utopianPassport(today));
const code = withCode(aamvaText(specimenLicence(today)));
const both: SideView = { ...code, reading: lines.reading };
const files = { documentType: 'NATIONAL_ID' as const, front: Uint8Array.of(1), back: Uint8Array.of(2) };

/** Creates a descriptor. `descriptors.other` has nothing in common with `descriptors.one`, in either orientation. */
const createDescriptor = (...fields: number[]) =>
  Float32Array.from({ length: 360 }, (_, field) => fields[field] ?? 0);
const descriptors = {
  one: createDescriptor(0.8, 0.6),
  again: createDescriptor(0.6, 0.8),
  other: createDescriptor(0.5, -0.5, 0.5, -0.5),
};
const withDescriptor = (look: Float32Array, side = plain): SideView => ({ ...side, look });

it.each<[string, SideView[]]>([
  ['the MRZ of a card is on the front', [lines, plain]],
  ['the MRZ of a card is on the front and the back is unreadable', [lines, unread]],
  ['the MRZ is on both sides', [lines, lines]],
  ['the barcode of a licence is on the front', [code, plain]],
  ['the barcode is on both sides', [code, code]],
  ['MRZ and barcode are on the front', [both, plain]],
  ['MRZ and barcode are on both sides', [both, both]],
  ['two pictures look like one side', [withDescriptor(descriptors.one), withDescriptor(descriptors.again)]],
])('reports mixed-up sides if %s', (_, sides) => {
  expect(areSidesMixedUp(files, sides)).toBe(true);
});

it.each<[string, SideView[]]>([
  ['the MRZ is on the back', [plain, lines]],
  ['the barcode is on the back', [plain, code]],
  ['the front has the barcode and the back the MRZ', [code, lines]],
  ['the front has the MRZ and the back the barcode', [lines, code]],
  ['MRZ and barcode are on the back', [plain, both]],
  ['two pictures look like two sides', [withDescriptor(descriptors.one), withDescriptor(descriptors.other)]],
  [
    'one of two pictures that look alike has an MRZ',
    [withDescriptor(descriptors.one), withDescriptor(descriptors.again, lines)],
  ],
  [
    'one of two pictures that look alike has a barcode',
    [withDescriptor(descriptors.one), withDescriptor(descriptors.again, code)],
  ],
  ['the sides have no distinguishing features', [plain, plain]],
  ['a possible MRZ was not read', [unread, plain]],
  ['a code is of another kind, or unreadable', [withCode('@PLAIN'), withCode(null)]],
  ['both pages of an open passport were captured', [page, page]],
  ['only one side is required', [lines]],
])('accepts the sides if %s', (_, sides) => {
  expect(areSidesMixedUp({ ...files, ...(sides.length === 1 && { back: null }) }, sides)).toBe(false);
});

it('ignores the likeness of passport pages', () => {
  const sides = [withDescriptor(descriptors.one), withDescriptor(descriptors.again)];
  expect(areSidesMixedUp({ ...files, documentType: 'PASSPORT' }, sides)).toBe(false);
});

it('reports one file submitted for both sides', () => {
  const same = { ...files, front: Uint8Array.of(1, 2), back: Uint8Array.of(1, 2) };
  expect(areSidesMixedUp(same, [plain, plain])).toBe(true);
});
