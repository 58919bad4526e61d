// Similarity of pictures of one person: of two sittings, of two attempts in one sitting, and of re-encoded copies, by a
// perceptual hash of the whole picture and of the face. Shows whether a limit could recognise a re-encoded copy.
import { renderHead } from '@vendor/specimens';
import sharp from 'sharp';
import { cutFacePatch, patchPx } from '../packages/checks/dist/selfie/face-patch.js';
import { openFaceEngine } from '../packages/checks/dist/selfie/open-face-engine.js';
import { report } from './report.mjs';

const sittings = 16;
/** Indexes of the sittings that have further attempts and copies. */
const chosen = [0, 5, 10];
const size = { width: 640, height: 480 };
const room = Buffer.from(
  `<svg width="640" height="480"><linearGradient id="wall" x2="1" y2=".4"><stop stop-color="#c9b79a"/>
  <stop offset="1" stop-color="#6d7f8c"/></linearGradient><rect width="640" height="480" fill="url(#wall)"/>
  <rect x="40" y="60" width="120" height="200" fill="#3b2f2a"/><rect x="470" y="30" width="140" height="110"
  fill="#e9e4d0"/><circle cx="560" cy="330" r="50" fill="#355e3b"/></svg>`,
);

/** Changes by which a copy is disguised, each with its JPEG quality. */
const encodings = [
  [(image) => image, 60],
  [(image) => image, 30],
  [(image) => image.resize(320, 240), 80],
  [(image) => image.resize(960, 720), 80],
  [(image) => image.linear(0.85, 20), 80],
  [(image) => image.blur(1.5), 80],
];
/** Removes up to 3 % of the picture's width or height at each edge. */
const cropBy3Percent = (image) => image.extract({ left: 10, top: 8, width: 612, height: 460 });

const chance = createChance(2030);
/** Returns approximately standard normal numbers, as the sum of twelve uniform ones. */
const normal = () => Array.from({ length: 12 }, chance).reduce((sum, value) => sum + value, -6);

/** The person sits as still as at a computer: sittings differ by about a degree, a few pixels and some light. */
const poses = Array.from({ length: sittings }, () => ({
  view: { yawDeg: normal(), pitchDeg: normal(), rollDeg: 0.7 * normal(), zoom: 1 + 0.015 * normal() },
  left: 140 + 4 * normal(),
  top: 60 + 3 * normal(),
  light: 1 + 0.02 * normal(),
}));
const takes = [];
for (const pose of poses) takes.push(await frameOf(pose));
/** Two further attempts in each chosen sitting, with a tenth of the difference between sittings. */
const attempts = [];
for (const index of chosen)
  for (let count = 0; count < 2; count++)
    attempts.push({ index, picture: await frameOf(moved(poses[index])) });

const rows = [];
for (const [what, hash] of [
  ['the whole picture', hashOfWhole],
  ['the cropped face', hashOfFace],
]) {
  const hashes = [];
  for (const take of takes) hashes.push(await hash(take));
  const distanceTo = async (index, picture) => distance(hashes[index], await hash(picture));
  const copies = async (change, quality) => {
    const distances = [];
    for (const index of chosen)
      distances.push(await distanceTo(index, await encoded(change(imageOf(takes[index])), quality)));
    return distances;
  };
  const again = [];
  for (const { index, picture } of attempts) again.push(await distanceTo(index, picture));
  const reencoded = [];
  for (const [change, quality] of encodings) reencoded.push(...(await copies(change, quality)));
  rows.push({
    'hash of': what,
    'two sittings': range(
      hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => distance(one, other))),
    ),
    'next attempt': range(again),
    're-encoded': range(reencoded),
    'cropped by 3 %': range(await copies(cropBy3Percent, 80)),
  });
}

report({
  title: 'Frames of two sittings',
  measured: `Bits of 255 that differ between perceptual hashes: the signs of a picture's lowest frequencies. One drawn person sits before one wall ${sittings} times, as still as at a computer; the next attempt has a tenth of the difference between sittings. Copies are recompressed at 60 and 30, halved, enlarged, lightened or blurred; or cropped.`,
  tables: [{ rows }],
  notes: [
    `Values that a picture shares with the next attempt, pixel by pixel: ${range(attempts.map(sharedPercent))} %.`,
  ],
});

/** Creates a deterministic generator of uniform numbers in 0..1 (Park and Miller). */
function createChance(seed) {
  let last = seed;
  return () => {
    last = (last * 48271) % 2147483647;
    return last / 2147483647;
  };
}

function moved({ view, left, top, light }) {
  return {
    view: {
      ...view,
      yawDeg: view.yawDeg + 0.1 * normal(),
      pitchDeg: view.pitchDeg + 0.1 * normal(),
    },
    left: left + 0.4 * normal(),
    top: top + 0.3 * normal(),
    light: light + 0.002 * normal(),
  };
}

/** Renders a head at a position in a room, with camera noise. */
async function frameOf({ view, left, top, light }) {
  // Rendered smaller and enlarged, because ray marching at full size takes a second.
  const head = await renderHead({ widthPx: 180, heightPx: 200, background: [0, 255, 0], ...view });
  const cut = Buffer.from(head.data);
  for (let at = 0; at < cut.length; at += 4)
    if (cut[at + 1] > 180 && cut[at] < 90 && cut[at + 2] < 90) cut[at + 3] = 0;
  const small = sharp(cut, { raw: { width: 180, height: 200, channels: 4 } });
  const input = await small.resize(360, 400).png().toBuffer();
  const placed = { input, left: Math.round(left), top: Math.min(80, Math.max(0, Math.round(top))) };
  const seen = await sharp(room).composite([placed]).removeAlpha().raw().toBuffer();
  const noisy = Buffer.from(seen.map((value) => Math.min(255, Math.max(0, value * light + 2.5 * normal()))));
  return encoded(sharp(noisy, { raw: { ...size, channels: 3 } }), 90);
}

async function encoded(image, quality) {
  const file = await image.removeAlpha().jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function imageOf({ data, width, height }) {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Hashes by the signs of the 16 × 16 lowest frequencies (discrete cosine transform) of 32 × 32 means, without the mean itself. */
function hashOf(means) {
  const wave = (index, place) => Math.cos(((2 * place + 1) * index * Math.PI) / 64);
  const bits = [];
  for (let frequency = 0; frequency < 256; frequency++) {
    let sum = 0;
    for (let at = 0; at < 1024; at++)
      sum +=
        means[at] * wave(frequency % 16, at % 32) * wave(Math.floor(frequency / 16), Math.floor(at / 32));
    bits.push(sum > 0);
  }
  return bits.slice(1);
}

async function hashOfWhole(picture) {
  const small = imageOf(picture).removeAlpha().greyscale().resize(32, 32, { fit: 'fill' });
  return hashOf(await small.raw().toBuffer());
}

async function hashOfFace(picture) {
  const [face] = await (await openFaceEngine()).facesOf(picture);
  if (!face) throw new Error('No face was found.');
  const { grey } = cutFacePatch(picture, face);
  const small = sharp(Buffer.from(grey), { raw: { width: patchPx, height: patchPx, channels: 1 } });
  return hashOf(await small.resize(32, 32).raw().toBuffer());
}

function distance(one, other) {
  return one.filter((bit, index) => bit !== other[index]).length;
}

function sharedPercent({ index, picture }) {
  const { data } = takes[index];
  const same = data.filter((value, at) => at % 4 !== 3 && value === picture.data[at]).length;
  return Math.round((100 * same) / ((data.length * 3) / 4));
}

function range(numbers) {
  return `${Math.min(...numbers)}–${Math.max(...numbers)}`;
}
