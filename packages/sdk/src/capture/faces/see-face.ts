import { DARK_MEAN, isFaceTooDark, measureFaceLight } from '@vendor/vision';
import type { FaceSight, SeenFace } from '../../flow/pose-hint.ts';
import type { FramePixels } from '../../session/ports.ts';
import type { Face } from './decode-faces.ts';
import type { FaceNetwork } from './face-network.ts';
import { findFaces } from './find-faces.ts';

/** Measures the face in a frame, as far as needed to tell the user how to hold the head. */
export function seeFace(network: FaceNetwork, frame: FramePixels): FaceSight {
  const faces = findFaces(network, frame);
  const [largest] = faces;
  return {
    faces: faces.length,
    face: largest ? seenFace(largest, frame) : null,
    isDark: largest ? isInTheDark(largest, frame) : meanLight(frame) < DARK_MEAN,
  };
}

function seenFace({ centre, widthPx, rightEar, leftEar, nose }: Face, frame: FramePixels): SeenFace {
  const across = { x: leftEar.x - rightEar.x, y: leftEar.y - rightEar.y };
  const along = (nose.x - rightEar.x) * across.x + (nose.y - rightEar.y) * across.y;
  return {
    turnLeft: along / (across.x ** 2 + across.y ** 2) - 0.5,
    size: widthPx / Math.min(frame.width, frame.height),
    x: centre.x / frame.width,
    y: centre.y / frame.height,
  };
}

/** Returns whether the service would refuse the face as too dark; it judges by the same rule. */
function isInTheDark({ centre, widthPx, heightPx }: Face, frame: FramePixels): boolean {
  const sidePx = Math.max(widthPx, heightPx);
  return isFaceTooDark(
    measureFaceLight(frame, { left: centre.x - sidePx / 2, top: centre.y - sidePx / 2, sidePx }),
  );
}

/** Returns the mean of the green channel, which carries most of the brightness, at every fourth pixel. */
function meanLight({ data }: FramePixels): number {
  let sum = 0;
  for (let at = 1; at < data.length; at += 16) sum += data[at]!;
  return sum / Math.ceil(data.length / 16);
}
