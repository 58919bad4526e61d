import type { DocumentPage } from '../passport/document-page.ts';
import { encodeJpeg } from '../picture.ts';
import type { CameraPose } from '../scene/camera-view.ts';
import { renderScene, type Scene } from '../scene/render-scene.ts';
import type { TableKind } from '../scene/table.ts';
import { createVideoFile } from './video-file.ts';

/** The scene before a camera. The defaults show an ordinary hand that holds a phone still over a table. */
export interface CameraSubject {
  /** The document on the table; without it, the table is empty. */
  readonly page?: DocumentPage;
  readonly size?: { readonly width: number; readonly height: number };
  readonly pose?: Partial<CameraPose>;
  readonly table?: TableKind;
  /** σ of the lens blur, in pixels. */
  readonly blurPx?: number;
  /** Movement of the hand relative to an ordinary one. */
  readonly unrest?: number;
}

/** Options of a video; by default it lasts a second. */
export interface CameraVideoOptions extends CameraSubject {
  readonly path: string;
  readonly frames?: number;
  readonly framesPerSecond?: number;
}

/** A recorded video. */
export interface CameraVideo {
  readonly path: string;
  readonly frames: number;
  readonly bytes: number;
  /** Minimum distance between two MRZ characters over all frames, in pixels at the document's middle. */
  readonly mrzPitchPx: number;
}

const fullHd = { width: 1920, height: 1080 } as const;

/**
 * Records a document on a table as a video that Chromium plays as its camera; see {@link createVideoFile}. The movement
 * repeats without a jump from the last frame to the first.
 *
 * Chromium never enlarges: ask `getUserMedia` for no more than `size`.
 *
 * @example
 * const page = await renderPassport(utopianPassport(new Date()));
 * await writeCameraVideo({ path: 'passport.y4m', page });
 */
export async function writeCameraVideo(options: CameraVideoOptions): Promise<CameraVideo> {
  const { path, frames = 10, framesPerSecond = 10, ...subject } = options;
  const file = await createVideoFile(path, subject.size ?? fullHd, framesPerSecond);
  let bytes = 0;
  let mrzPitchPx = Number.POSITIVE_INFINITY;
  try {
    for (let frame = 0; frame < frames; frame++) {
      const scene = await renderFrame(subject, frame, frames);
      await file.write(scene.picture);
      mrzPitchPx = Math.min(mrzPitchPx, scene.mrzPitchPx);
    }
  } finally {
    bytes = await file.close();
  }
  return { path, frames, bytes, mrzPitchPx };
}

/** Photographs what a video shows in its first frame, as a JPEG. */
export async function photographSubject(subject: CameraSubject): Promise<Buffer> {
  const { picture } = await renderFrame(subject, 0, 1);
  return encodeJpeg(picture, 86);
}

function renderFrame(subject: CameraSubject, frame: number, frames: number): Promise<Scene> {
  const { page, table, size = fullHd, unrest = 1, blurPx = 0.8, pose = {} } = subject;
  return renderScene({
    ...(page && { page }),
    ...(table && { table }),
    size,
    blurPx,
    // As cameras expose: white paper is not clipped.
    exposure: 0.9,
    pose: swayedPose(pose, frame / frames, unrest, size),
    seed: 1,
    noiseSeed: frame,
  });
}

/** Simulates the sway of a hand: each axis swings once or twice per loop, none in step with another. */
function swayedPose(
  pose: Partial<CameraPose>,
  time: number,
  unrest: number,
  size: { width: number; height: number },
): CameraPose {
  const swing = (turns: number, phase: number): number =>
    unrest * Math.sin(2 * Math.PI * (turns * time + phase));
  const { pxPerMm = (0.73 * size.height) / 88, offset = { x: 0, y: 0 } } = pose;
  return {
    pxPerMm: pxPerMm * (1 + 0.006 * swing(1, 0.4)),
    tiltDeg: (pose.tiltDeg ?? 5) + 0.5 * swing(1, 0.15),
    yawDeg: (pose.yawDeg ?? -2.5) + 0.5 * swing(1, 0.7),
    rollDeg: (pose.rollDeg ?? 1.5) + 0.3 * swing(1, 0.55),
    offset: { x: offset.x + 0.003 * swing(1, 0), y: offset.y + 0.003 * swing(2, 0.3) },
  };
}
