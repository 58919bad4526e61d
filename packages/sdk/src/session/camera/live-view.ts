import type { LiveView } from '../view.ts';

/** State of the camera screen while no camera runs. */
export const noPicture: LiveView = {
  stream: null,
  opened: null,
  widthPx: 0,
  heightPx: 0,
  mirrored: false,
  hint: 'looking',
  outline: null,
  held: 0,
  taking: false,
  canSwitchCamera: false,
  torch: 'none',
  timer: 'none',
  poseHint: null,
};
