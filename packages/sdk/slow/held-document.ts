import type { DocumentPage, SceneOptions, SeededRandom } from '@vendor/specimens';
import { CORNER_NET, downscale, type RgbaImage } from '@vendor/vision';
import { createFrameAnalysis } from '../src/capture/analysis/analyse-frame.ts';
import { detailArea } from '../src/capture/camera/frame-source.ts';
import type { CameraSubject, FrameFindings } from '../src/session/ports.ts';
import { cutOut } from './cut-out.ts';

/** Number of frames within the 1.2 s of holding still, of which the last one is judged. */
const framesHeld = 4;

const tables = ['oak', 'walnut', 'slate', 'linen'] as const;

const across = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
const upright = across.map(({ width, height }) => ({ width: height, height: width }));

const sizes = [...across, ...upright];

/** Returns a scene of a document as guided users hold it: as large as requested, not quite straight. */
export function anyPhotograph(page: DocumentPage, random: SeededRandom): SceneOptions {
  const size = random.pick(sizes);
  const fitting = Math.min(size.width / page.widthMm, size.height / page.heightMm);
  return {
    size,
    seed: random.integer(1, 9),
    noiseSeed: random.integer(1, 1e9),
    table: random.pick(tables),
    pose: {
      pxPerMm: fitting * random.between(0.76, 0.95),
      tiltDeg: random.between(-12, 12),
      yawDeg: random.between(-12, 12),
      rollDeg: 3 * random.normal(),
      offset: { x: 0.02 * random.normal(), y: 0.01 * random.normal() },
    },
    blurPx: (random.between(0.3, 1) * Math.max(size.width, size.height)) / 1280,
    exposure: random.between(0.6, 0.95),
    noise: random.between(1, 6),
  };
}

/** Returns a page's findings in a photograph while the camera keeps showing it. */
export function watchPicture(photograph: RgbaImage, subject: CameraSubject, printAt?: number): FrameFindings {
  const analyse = createFrameAnalysis(CORNER_NET);
  const { width, height } = photograph;
  const scale = 320 / Math.max(width, height);
  const { data, ...size } = downscale(photograph, { widthPx: width * scale, heightPx: height * scale });
  const picture = { data: Uint8ClampedArray.from(data), ...size };
  let seen: FrameFindings = { hint: 'looking', outline: null, isSure: false };
  for (let frame = 0; frame < framesHeld; frame++) {
    const detail = seen.outline && cutOut(photograph, detailArea(seen.outline, width, height, printAt));
    seen = analyse({ picture, detail, fullWidthPx: width }, subject);
  }
  return seen;
}
