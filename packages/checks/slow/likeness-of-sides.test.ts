import {
  createSeededRandom,
  type DocumentPage,
  encodeJpeg,
  identityCardLooks,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderLicenceBack,
  renderLicenceFront,
  renderScene,
  specimenLicence,
  utopianCard,
} from '@vendor/specimens';
import { likenessOfSides, type SideLook } from '@vendor/vision';
import { expect, it } from 'vitest';
import { describeSide } from '../src/document/measure-side.ts';
import { decodeImage } from '../src/image/decode-image.ts';
import { findDocument } from '../src/image/find-document.ts';

// Distinguishes two photographs of the front of a card from one of each side. The figures are those in docs/licences.md.

/** Number of photographs of each side. */
const photographs = 8;
/**
 * Minimum share of pairs of fronts that are recognized, well below the measured share (docs/licences.md): a missed pair costs
 * a less fitting retry reason or a review. A front and a back must never be taken for one side, which would refuse a good
 * capture.
 */
const minRecognized = 0.75;
const now = new Date('2031-03-01T10:00:00Z');
const card = utopianCard(now);
const licence = specimenLicence(now);
const dark = { look: identityCardLooks.dark };
const random = createSeededRandom(7);

/** Photographs a page as people do: tilted, in any orientation, soft, dim, some with a lamp. */
async function photographDescriptor(page: DocumentPage): Promise<SideLook | null> {
  const size = random.pick([
    { width: 1600, height: 900 },
    { width: 1280, height: 720 },
  ]);
  const { between } = random;
  const lamp = {
    xMm: between(-40, 40),
    yMm: between(-25, 25),
    radiusMm: between(4, 14),
    strength: between(0.3, 1.3),
  };
  const { picture } = await renderScene({
    page,
    size,
    table: random.pick(['oak', 'walnut', 'slate', 'linen'] as const),
    seed: random.integer(1, 9),
    noiseSeed: random.integer(1, 1e9),
    blurPx: between(0.5, 2),
    exposure: between(0.6, 1.1),
    noise: between(1, 7),
    glares: random.chance(0.3) ? [lamp] : [],
    pose: {
      pxPerMm: (size.width / 1600) * between(10, 13.5),
      tiltDeg: between(-12, 12),
      yawDeg: between(-12, 12),
      rollDeg: between(-8, 8) + (random.chance(0.3) ? 180 : 0),
    },
  });
  const decoded = await decodeImage(await encodeJpeg(picture));
  if (decoded.kind === 'refused') throw new Error('The photograph cannot be decoded.');
  const corners = findDocument(decoded.image);
  return corners && describeSide(decoded.image, corners);
}

/** Describes the photographs in which the card is found. */
async function photographDescriptors(page: DocumentPage): Promise<SideLook[]> {
  const looks: (SideLook | null)[] = [];
  for (let index = 0; index < photographs; index++) looks.push(await photographDescriptor(page));
  return looks.filter((look) => look !== null);
}

const pairsOf = (looks: readonly SideLook[]) =>
  looks.flatMap((look, index) => looks.slice(index + 1).map((other) => likenessOfSides(look, other)));
/** Returns the share of likenesses that mean the same side. */
const shareAlike = (likenesses: readonly number[]) =>
  likenesses.filter((likeness) => likeness > 0.5).length / likenesses.length;

it.each<[string, () => Promise<DocumentPage>, () => Promise<DocumentPage>]>([
  ['an identity card', () => renderIdentityCardFront(card), () => renderIdentityCardBack(card)],
  [
    'a dark identity card',
    () => renderIdentityCardFront(card, dark),
    () => renderIdentityCardBack(card, dark),
  ],
  ['a licence', () => renderLicenceFront(licence), () => renderLicenceBack(licence)],
  [
    'a licence without a barcode',
    () => renderLicenceFront(licence),
    () => renderLicenceBack(licence, { barcode: null }),
  ],
])(
  'recognizes two photographs of the front of %s, and never takes front and back for one side',
  async (name, drawFront, drawBack) => {
    const fronts = await photographDescriptors(await drawFront());
    const backs = await photographDescriptors(await drawBack());
    const frontsOnly = pairsOf(fronts);
    const frontAndBack = fronts.flatMap((front) => backs.map((back) => likenessOfSides(front, back)));
    process.stdout.write(
      `${name}: two pictures of its front recognized in ${(100 * shareAlike(frontsOnly)).toFixed(0)} % of ${frontsOnly.length} pairs, front and back alike by ${Math.max(...frontAndBack).toFixed(2)} at most of ${frontAndBack.length}\n`,
    );
    expect(shareAlike(frontsOnly)).toBeGreaterThanOrEqual(minRecognized);
    expect(shareAlike(frontAndBack)).toBe(0);
  },
);
