import { open } from 'node:fs/promises';
import type { DocumentPage } from '../passport/document-page.ts';
import { encodeJpeg } from '../picture.ts';
import type { CameraPose } from '../scene/camera-view.ts';
import { renderScene } from '../scene/render-scene.ts';
import type { TableKind } from '../scene/table.ts';

/** Options of a video. The defaults show a phone held still over a table for a second. */
export interface CameraVideoOptions {
  readonly path: string;
  /** The document on the table; without it, the table is empty. */
  readonly page?: DocumentPage;
  readonly size?: { readonly width: number; readonly height: number };
  readonly frames?: number;
  readonly pose?: Partial<CameraPose>;
  readonly table?: TableKind;
  /** σ of the lens blur, in pixels. */
  readonly blurPx?: number;
  /** Movement of the hand relative to an ordinary one. */
  readonly unrest?: number;
}

/** A recorded video. */
export interface CameraVideo {
  readonly path: string;
  readonly frames: number;
  readonly bytes: number;
  /** Minimum distance between two MRZ characters over all frames, in pixels at the document's middle. */
  readonly mrzPitchPx: number;
}

/**
 * Records a document on a table as Motion JPEG: a sequence of baseline JPEGs (yuvj420p), which Chromium plays in a loop as its
 * camera with `--use-fake-device-for-media-stream --use-file-for-fake-video-capture=PATH`. The last frame continues in the
 * first. No video encoder is needed.
 *
 * Chromium never enlarges: ask `getUserMedia` for no more than `size`.
 *
 * @example
 * const page = await renderPassport(utopianPassport(new Date()));
 * await writeCameraVideo({ path: 'passport.mjpeg', page });
 */
export async function writeCameraVideo(options: CameraVideoOptions): Promise<CameraVideo> {
  const { path, page, size = { width: 1920, height: 1080 }, frames = 20, unrest = 1, blurPx = 0.8 } = options;
  const file = await open(path, 'w');
  let bytes = 0;
  let mrzPitchPx = Number.POSITIVE_INFINITY;
  try {
    for (let frame = 0; frame < frames; frame++) {
      const scene = await renderScene({
        ...(page && { page }),
        ...(options.table && { table: options.table }),
        size,
        blurPx,
        // Chromium plays full-range JPEG slightly brighter than it was written; white paper must not be clipped.
        exposure: 0.9,
        pose: swayedPose(options.pose ?? {}, frame / frames, unrest, size),
        seed: 1,
        noiseSeed: frame,
      });
      const jpeg = await encodeJpeg(scene.picture, 86);
      await file.writeFile(jpeg);
      bytes += jpeg.length;
      mrzPitchPx = Math.min(mrzPitchPx, scene.mrzPitchPx);
    }
  } finally {
    await file.close();
  }
  return { path, frames, bytes, mrzPitchPx };
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
