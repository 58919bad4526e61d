import type { SeededRandom } from '../mrz/seeded-random.ts';
import { type Camera, randomCamera } from './camera.ts';
import { type Colour, hsl, mix, shade } from './canvas.ts';
import { createFinger, createThing, type Thing } from './clutter.ts';
import {
  createDocumentFace,
  type DocumentFace,
  type DocumentForm,
  randomPaperColour,
} from './document-face.ts';
import {
  type FramePoint,
  type FrameQuad,
  frameCorners,
  type Pose,
  projectionOf,
  randomPose,
} from './pose.ts';
import { createSurface, randomSurfaceColour, SURFACE_KINDS, type Surface } from './surface.ts';

/**
 * Subject in view: a complete document; a passport with its other page in view; a document cut off by the frame; no document.
 */
export type FrameSubject = 'document' | 'spread' | 'cut-off' | 'nothing';

/** Traits that make a frame difficult, by which results are broken down. */
export interface FrameTraits {
  readonly form: DocumentForm;
  /** Whether the luma of document and table differs by less than a tenth of the range, both dark or both light. */
  readonly camouflaged: boolean;
  readonly darkOnDark: boolean;
  readonly fingers: boolean;
  readonly clutter: number;
  readonly dim: boolean;
  readonly glare: boolean;
  readonly moving: boolean;
}

/** Everything in view, chosen once and painted the same into every frame of a sequence. */
export interface Scene {
  readonly surface: Surface;
  readonly things: readonly Thing[];
  readonly fingers: readonly Thing[];
  readonly face: DocumentFace;
  readonly otherPage: { readonly face: DocumentFace; readonly gutter: number } | null;
  readonly pose: Pose;
  readonly showsDocument: boolean;
  readonly camera: Camera;
  readonly traits: FrameTraits;
}

/**
 * Chooses a scene at random.
 *
 * @param turned - whether the document may have any rotation.
 */
export function createScene(
  frame: { width: number; height: number },
  subject: FrameSubject,
  turned: boolean,
  random: SeededRandom,
): Scene {
  const form: DocumentForm = subject === 'spread' || random.chance(0.5) ? 'passport-page' : 'card';
  const darkOnDark = random.chance(0.15);
  const camouflaged = !darkOnDark && random.chance(0.15);
  const table = darkOnDark
    ? hsl(random.between(0, 360), random.between(0, 0.4), random.between(0.05, 0.2))
    : randomSurfaceColour(random);
  const paper = darkOnDark
    ? hsl(random.between(0, 360), random.between(0.1, 0.6), random.between(0.12, 0.28))
    : camouflaged
      ? mix(table, shade(randomPaperColour(random), luma(table) / 200), random.between(0.35, 0.7))
      : randomPaperColour(random);
  const face = createDocumentFace(form, paper, random);
  const unit = Math.max(frame.width, frame.height) / 320;
  const surface = createSurface(random.pick(SURFACE_KINDS), table, random.between(12, 60) * unit, random);
  const things = Array.from(
    { length: random.chance(subject === 'nothing' ? 0.8 : 0.5) ? random.integer(1, 4) : 0 },
    () => createThing(frame, random),
  );
  const pose = choosePose(frame, subject, face, turned, random);
  const corners = frameCorners(projectionOf(pose, frame), face);
  const showsDocument = subject !== 'nothing';
  const holds = showsDocument && random.chance(0.25);
  const fingers = holds ? createFingers(corners, unit, random) : [];
  const camera = exposedFor(randomCamera(frame, within(corners, random), random), darkOnDark);
  return {
    surface,
    things,
    fingers,
    face,
    otherPage:
      subject === 'spread'
        ? {
            face: createDocumentFace(form, shade(paper, random.between(0.92, 1.05)), random),
            gutter: random.between(0.35, 0.8),
          }
        : null,
    pose,
    showsDocument,
    camera,
    traits: {
      form,
      darkOnDark,
      camouflaged,
      fingers: holds,
      clutter: things.length,
      dim: camera.exposure < 0.62,
      glare: camera.glare !== null,
      moving: camera.motion.length > 0,
    },
  };
}

/** Adjusts the exposure to a dark scene, as a camera does. */
function exposedFor(camera: Camera, dark: boolean): Camera {
  return dark ? { ...camera, exposure: Math.max(0.9, camera.exposure * 1.25) } : camera;
}

/** Chooses random poses until the document is completely in view, or cut off by a twentieth to a half of its width. */
function choosePose(
  frame: { width: number; height: number },
  subject: FrameSubject,
  face: DocumentFace,
  turned: boolean,
  random: SeededRandom,
): Pose {
  for (;;) {
    const pose = randomPose(frame, face, turned, random);
    const corners = frameCorners(projectionOf(pose, frame), face);
    const margin = Math.min(...corners.map(({ x, y }) => Math.min(x, y, frame.width - x, frame.height - y)));
    if (subject !== 'cut-off') {
      if (margin >= 2) return pose;
      continue;
    }
    const width = Math.hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y);
    const push = margin + width * random.between(0.05, 0.5);
    const angle = random.between(0, 2 * Math.PI);
    const centre = {
      x: pose.centre.x + push * Math.cos(angle) * 2,
      y: pose.centre.y + push * Math.sin(angle) * 2,
    };
    const moved = { ...pose, centre };
    const out = frameCorners(projectionOf(moved, frame), face).filter(
      ({ x, y }) => Math.min(x, y, frame.width - x, frame.height - y) < -width * 0.05,
    );
    if (out.length > 0 && out.length < 4) return moved;
  }
}

/** Creates one to three fingers over the sides of a document, entering from outside. */
function createFingers(corners: FrameQuad, unit: number, random: SeededRandom): Thing[] {
  const side = random.integer(0, 3);
  const from = corners[side]!;
  const to = corners[(side + 1) % 4]!;
  const middle = { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 };
  return Array.from({ length: random.integer(1, 3) }, () => {
    const along = random.between(0.15, 0.85);
    const edge = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
    const depth = random.between(0.05, 0.3);
    const tip = { x: edge.x + (middle.x - edge.x) * depth, y: edge.y + (middle.y - edge.y) * depth };
    const beyond = { x: edge.x + (edge.x - middle.x) * 3, y: edge.y + (edge.y - middle.y) * 3 };
    return createFinger(tip, beyond, random.between(6, 11) * unit, random);
  });
}

function within(corners: FrameQuad, random: SeededRandom): FramePoint {
  const along = random.next();
  const across = random.next();
  const top = {
    x: corners[0].x + (corners[1].x - corners[0].x) * along,
    y: corners[0].y + (corners[1].y - corners[0].y) * along,
  };
  const bottom = {
    x: corners[3].x + (corners[2].x - corners[3].x) * along,
    y: corners[3].y + (corners[2].y - corners[3].y) * along,
  };
  return { x: top.x + (bottom.x - top.x) * across, y: top.y + (bottom.y - top.y) * across };
}

function luma(colour: Colour): number {
  return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
}
