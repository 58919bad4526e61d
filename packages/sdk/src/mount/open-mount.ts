import type { Placement } from '../config/parse-configuration.ts';
import { openFullscreen } from './fullscreen-mount.ts';
import { openInline } from './inline-mount.ts';
import type { Mount, MountOptions } from './mount.ts';

/** Opens the mount for a placement. */
export function openMount(placement: Placement, options: MountOptions): Mount {
  return placement.mode === 'inline' ? openInline(placement.container, options) : openFullscreen(options);
}
