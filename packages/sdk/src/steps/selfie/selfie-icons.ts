import type { SelfiePose } from '@vendor/contract';
import type { PoseHint } from '../../flow/pose-hint.ts';
import type { LiveView } from '../../session/view.ts';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { deferredIcons } from '../../ui/parts/deferred-icons.ts';

/** A face in a window. */
export const faceIcon =
  'M12 4.5a6 6.5 0 0 1 0 15 6 6.5 0 0 1 0-15M9.8 10.5v.1M14.2 10.5v.1M9.8 14.8c1.2 1.2 3.2 1.2 4.4 0';

/** Icons of the poses. The arrows point to the user's own left and right in a mirrored picture, in every language. */
export const poseIcons: Readonly<Record<SelfiePose, string>> = {
  straight: faceIcon,
  left: 'M20 12H4.5M11 5.5L4.5 12l6.5 6.5',
  right: 'M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5',
  closer: captureIcons.closer,
};

/** Returns the pose whose arrow points where the user should turn: reversed if the picture is not mirrored. */
export function arrowOf(pose: SelfiePose, { opened, mirrored }: LiveView): SelfiePose {
  if (!opened || mirrored) return pose;
  return pose === 'left' ? 'right' : pose === 'right' ? 'left' : pose;
}

/** Icons of what prevents a pose; a hint without one shows the icon of the pose. */
export const poseHintIcons: Readonly<Partial<Record<PoseHint, string>>> = {
  'too-dark': captureIcons.moon,
  'no-face': faceIcon,
  'several-faces': faceIcon,
  'too-far': captureIcons.closer,
  'too-near': captureIcons.farther,
  'turn-back': poseIcons.straight,
  'hold-still': deferredIcons.check,
};
