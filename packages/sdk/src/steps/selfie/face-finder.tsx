import type { SelfiePose } from '@vendor/contract';
import { useRef } from 'preact/hooks';
import type { LiveView } from '../../session/view.ts';
import { LiveVideo } from '../../ui/parts/camera/live-video.tsx';
import { pixels, relativeTo, useViewfinderLayout } from '../../ui/parts/camera/viewfinder-room.ts';
import { Icon } from '../../ui/parts/icon.tsx';
import { arrowOf, poseIcons } from './selfie-icons.ts';

/** Ratio of the oval's width to its height: a face with some room around it. */
const ASPECT = 0.75;

/** Share of the space that the oval takes; it takes all of it for a face that came closer. */
const USUAL_SHARE = 0.82;

/** Length of one arc of the ring with its gap, in units of the path. */
const ARC = 100;
const GAP = 7;

interface FaceFinderProps {
  readonly live: LiveView;
  readonly pose: SelfiePose;
  readonly poses: number;
  readonly taken: number;
}

/** Draws the live picture behind a mask with an oval for the face, surrounded by a ring with one arc per pose. */
export function FaceFinder({ live, pose, poses, taken }: FaceFinderProps) {
  const stage = useRef<HTMLDivElement>(null);
  const size = { width: live.widthPx || 3, height: live.heightPx || 4 };
  const layout = useViewfinderLayout(stage, size, ASPECT);
  const arrow = arrowOf(pose, live);
  const isTurned = pose === 'left' || pose === 'right';
  return (
    <div class="stage" ref={stage}>
      {layout && (
        <>
          <div class={live.mirrored ? 'picture mirrored' : 'picture'} style={pixels(layout.picture)}>
            <LiveVideo stream={live.opened} frozen={false} />
          </div>
          <div class="mask" style={pixels(layout.picture)}>
            <div
              class="window oval"
              style={pixels(
                relativeTo(shrunk(layout.window, pose === 'closer' ? 1 : USUAL_SHARE), layout.picture),
              )}
            >
              <Ring poses={poses} taken={taken} />
              {isTurned && !live.taking && (
                <span class={`pose-arrow ${arrow}`}>
                  <Icon path={poseIcons[arrow]} />
                </span>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** Draws the ring, which shows how many of the poses are done. */
function Ring({ poses, taken }: { readonly poses: number; readonly taken: number }) {
  const path = 'M37.5 1A36.5 49 0 0 1 37.5 99 36.5 49 0 0 1 37.5 1';
  const arcs = (count: number) => `${ARC - GAP} ${GAP} `.repeat(count);
  return (
    <svg class="ring" viewBox="0 0 75 100" aria-hidden="true">
      <path class="ring-track" d={path} pathLength={poses * ARC} stroke-dasharray={arcs(1)} />
      {taken > 0 && (
        <path
          class="ring-done"
          d={path}
          pathLength={poses * ARC}
          stroke-dasharray={`${arcs(taken)}0 ${poses * ARC}`}
        />
      )}
    </svg>
  );
}

function shrunk(
  box: { left: number; top: number; width: number; height: number },
  share: number,
): { left: number; top: number; width: number; height: number } {
  const width = box.width * share;
  const height = box.height * share;
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - height) / 2,
    width,
    height,
  };
}
