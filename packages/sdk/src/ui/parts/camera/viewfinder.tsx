import { useRef } from 'preact/hooks';
import type { LiveView, Outline } from '../../../session/view.ts';
import type { FinderShape } from './document-shape.ts';
import { LiveVideo } from './live-video.tsx';
import type { Size } from './viewfinder-layout.ts';
import { pixels, relativeTo, useViewfinderLayout } from './viewfinder-room.ts';

interface ViewfinderProps {
  readonly live: LiveView;
  readonly shape: FinderShape;
}

/**
 * Draws the live picture behind a mask with a window for the document, and the detected outline over it. The picture lies
 * behind the whole frame; the element itself takes the space between the controls, in which the window is placed.
 */
export function Viewfinder({ live, shape }: ViewfinderProps) {
  const stage = useRef<HTMLDivElement>(null);
  const size: Size = { width: live.widthPx || 3, height: live.heightPx || 4 };
  const layout = useViewfinderLayout(stage, size, shape.aspect);
  const isGood = live.hint === 'hold-still';
  return (
    <div class="stage" ref={stage}>
      {layout && (
        <>
          <div class={live.mirrored ? 'picture mirrored' : 'picture'} style={pixels(layout.picture)}>
            <LiveVideo stream={live.opened} frozen={live.taking} />
          </div>
          <div class="mask" style={pixels(layout.picture)}>
            <div class="window" style={pixels(relativeTo(layout.window, layout.picture))}>
              {live.outline === null && (
                <svg class="ghost" viewBox={`0 0 100 ${100 / shape.aspect}`} aria-hidden="true">
                  <path d={shape.ghost} />
                </svg>
              )}
              <span class="corner first" />
              <span class="corner second" />
              <span class="corner third" />
              <span class="corner fourth" />
            </div>
          </div>
          <svg
            class={`found ${isGood ? 'good' : ''} ${live.mirrored ? 'mirrored' : ''}`}
            style={pixels(layout.picture)}
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
          >
            {live.outline && <FoundOutline outline={live.outline} size={size} />}
          </svg>
          {live.taking && <div class="blink" />}
        </>
      )}
    </div>
  );
}

/** Draws a white line under a coloured one, so that the outline is visible on any background. */
function FoundOutline({ outline, size }: { readonly outline: Outline; readonly size: Size }) {
  const points = outline.map((share, i) => share * (i % 2 === 0 ? size.width : size.height)).join(' ');
  return (
    <>
      <polygon class="halo" points={points} />
      <polygon class="line" points={points} />
    </>
  );
}
