// Draws the pictures of the Admin Panel's sample data into packages/service/samples: node
// lab/specimens/scripts/draw-samples.mjs. They are kept in the repository, because the service may not import test-only
// packages. Build the packages first: npx tsc -b
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  mrzLines,
  renderHead,
  renderIdentityCardBack,
  renderIdentityCardFront,
  renderPassport,
  renderScene,
  utopianCard,
  utopianPassport,
  withWrongCheckDigit,
} from '@vendor/specimens';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../../../packages/service/samples/', import.meta.url));

/** Documents are issued two years before this day and expire eight years after it. */
const day = new Date('2028-01-01T00:00:00Z');
const size = { width: 1600, height: 1126 };

async function keep(name, { data, width, height }, quality = 76) {
  const file = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality, effort: 6 })
    .toBuffer();
  await writeFile(`${folder}${name}.webp`, file);
  process.stdout.write(`${name}: ${file.length} bytes\n`);
}

async function photograph(name, page, options = {}) {
  const { picture } = await renderScene({ page, size, ...options });
  await keep(name, picture);
}

await mkdir(folder, { recursive: true });
const passport = utopianPassport(day);
const held = { pose: { tiltDeg: 4, yawDeg: -3, rollDeg: 1.5, pxPerMm: 10.6 } };
await photograph('passport', await renderPassport(passport), held);
await photograph(
  'passport-expired',
  await renderPassport({
    ...passport,
    documentNumber: 'L778410B6',
    issueDate: '2014-05-02',
    expiryDate: '2024-05-01',
  }),
  { ...held, table: 'slate' },
);
const altered = { ...passport, documentNumber: 'L660135K8' };
await photograph(
  'passport-altered',
  await renderPassport(altered, { mrz: withWrongCheckDigit(mrzLines(altered), 'birthDate') }),
  { ...held, table: 'walnut' },
);
await photograph('passport-blurred', await renderPassport(passport), { ...held, blurPx: 7 });
const card = utopianCard(day);
const near = { pose: { pxPerMm: 15, rollDeg: -1.5, tiltDeg: 3 } };
await photograph('card-front', await renderIdentityCardFront(card), near);
await photograph('card-back', await renderIdentityCardBack(card), near);
// A session may repeat a pose up to three times, and an identical picture would not count as a repetition.
const views = {
  'straight-1': {},
  'straight-2': { yawDeg: 3, pitchDeg: 2 },
  'straight-3': { yawDeg: -2, pitchDeg: -2, rollDeg: 1 },
  'left-1': { yawDeg: 25 },
  'left-2': { yawDeg: 29, pitchDeg: -2 },
  'right-1': { yawDeg: -25 },
  'right-2': { yawDeg: -29, pitchDeg: -2 },
  'closer-1': { yawDeg: -2, zoom: 1.05 },
};
for (const [pose, view] of Object.entries(views)) {
  const head = await renderHead({
    zoom: 0.8,
    widthPx: 640,
    heightPx: 640,
    background: [200, 206, 212],
    ...view,
  });
  await keep(`selfie-${pose}`, head, 84);
}
