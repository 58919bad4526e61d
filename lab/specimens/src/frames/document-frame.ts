import { createSeededRandom, type SeededRandom } from '../mrz/seeded-random.ts';
import { type FramePicture, takePicture } from './camera.ts';
import { type Box, type Canvas, coverageAt, createCanvas, paint, shade, wholeOf } from './canvas.ts';
import type { DocumentFace } from './document-face.ts';
import { type FrameQuad, frameCorners, type Pose, type Projection, projectionOf } from './pose.ts';
import { createScene, type FrameSubject, type FrameTraits, type Scene } from './scene.ts';

/** A frame of a camera with its ground truth. */
export interface DocumentFrame {
  readonly picture: FramePicture;
  /** Corners of the document, null if there is none; if the document is cut off, some are outside the frame. */
  readonly quad: FrameQuad | null;
  readonly traits: FrameTraits;
}

export interface DocumentFrameOptions {
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly subject?: FrameSubject;
  /** Whether documents have any rotation; by default, only one in eight has. */
  readonly turned?: boolean;
}

/**
 * Paints one frame as a capture screen sees it. The same seed and options always give the same frame.
 *
 * @param seed - an integer that determines the content, the light and the camera.
 */
export function renderDocumentFrame(seed: number, options: DocumentFrameOptions = {}): DocumentFrame {
  return renderDocumentFrames(seed, 1, options)[0]!;
}

/**
 * Paints a sequence: the same scene while the hand that holds the camera moves by up to a few px per frame.
 *
 * @param count - number of frames.
 */
export function renderDocumentFrames(
  seed: number,
  count: number,
  options: DocumentFrameOptions = {},
): DocumentFrame[] {
  const random = createSeededRandom(seed);
  const frame = { width: options.widthPx ?? 320, height: options.heightPx ?? 180 };
  const scene = createScene(frame, options.subject ?? 'document', options.turned ?? false, random);
  const path = createPath(random);
  return Array.from({ length: count }, (_, index) =>
    paintScene(scene, frame, path(scene.pose, index), random),
  );
}

/** Creates a smooth hand movement of two slow waves in each degree of freedom. */
function createPath(random: SeededRandom): (pose: Pose, index: number) => Pose {
  const wave = (size: number): ((index: number) => number) => {
    const [period, phase] = [random.between(14, 40), random.between(0, 2 * Math.PI)];
    return (index) => size * (Math.sin(phase + (index * 2 * Math.PI) / period) - Math.sin(phase));
  };
  const [x, y, roll, pitch, yaw, zoom] = [wave(8), wave(6), wave(0.04), wave(0.04), wave(0.04), wave(0.03)];
  return (pose, index) => ({
    ...pose,
    roll: pose.roll + roll(index),
    pitch: pose.pitch + pitch(index),
    yaw: pose.yaw + yaw(index),
    distanceMm: pose.distanceMm * (1 + zoom(index)),
    centre: { x: pose.centre.x + x(index), y: pose.centre.y + y(index) },
  });
}

function paintScene(
  scene: Scene,
  frame: { width: number; height: number },
  pose: Pose,
  random: SeededRandom,
): DocumentFrame {
  const canvas = createCanvas(frame.width, frame.height);
  paint(canvas, wholeOf(canvas), () => 1, scene.surface);
  for (const thing of scene.things) thing(canvas);
  const projection = projectionOf(pose, frame);
  const quad = frameCorners(projection, scene.face);
  if (scene.showsDocument) {
    if (scene.otherPage) paintOtherPage(canvas, projection, scene.face, scene.otherPage);
    paintFace(canvas, projection, scene.face, 0);
    for (const finger of scene.fingers) finger(canvas);
  }
  return {
    picture: takePicture(canvas, scene.camera, random),
    quad: scene.showsDocument ? quad : null,
    traits: scene.traits,
  };
}

/** Paints the page above the data page, up to the fold, with paper that darkens towards the gutter. */
function paintOtherPage(
  canvas: Canvas,
  projection: Projection,
  below: DocumentFace,
  page: NonNullable<Scene['otherPage']>,
): void {
  const fold: DocumentFace = {
    ...page.face,
    colourAt: (u, v) =>
      shade(page.face.colourAt(u, v), v > 0.93 ? 1 - (1 - page.gutter) * ((v - 0.93) / 0.07) : 1),
  };
  paintFace(canvas, projection, fold, -below.heightMm);
}

function paintFace(canvas: Canvas, projection: Projection, face: DocumentFace, offsetMm: number): void {
  const distanceMm = (x: number, y: number): number => {
    const across = Math.abs(x) - face.widthMm / 2 + face.cornerRadiusMm;
    const down = Math.abs(y - offsetMm) - face.heightMm / 2 + face.cornerRadiusMm;
    return (
      Math.sqrt(Math.max(across, 0) ** 2 + Math.max(down, 0) ** 2) +
      Math.min(0, Math.max(across, down)) -
      face.cornerRadiusMm
    );
  };
  const pxPerMm = Math.hypot(
    projection.toFrame(1, offsetMm).x - projection.toFrame(0, offsetMm).x,
    projection.toFrame(1, offsetMm).y - projection.toFrame(0, offsetMm).y,
  );
  const cast = 1.5;
  const around = boundsOf(
    frameCorners(projection, {
      widthMm: face.widthMm + 8,
      heightMm: face.heightMm + 8 + 2 * Math.abs(offsetMm),
    }),
  );
  paint(
    canvas,
    around,
    (px, py) => {
      const { x, y } = projection.toPlane(px, py);
      return 0.4 * Math.max(0, Math.min(1, 0.6 - distanceMm(x - cast, y - cast) / 3));
    },
    () => [0, 0, 0],
  );
  paint(
    canvas,
    around,
    (px, py) => {
      const { x, y } = projection.toPlane(px, py);
      return coverageAt(distanceMm(x, y) * pxPerMm);
    },
    (px, py) => {
      const { x, y } = projection.toPlane(px, py);
      return face.colourAt(x / face.widthMm + 0.5, (y - offsetMm) / face.heightMm + 0.5);
    },
  );
}

function boundsOf(corners: FrameQuad): Box {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
