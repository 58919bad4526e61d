import type { CaptureSlot, DocumentType } from '@vendor/contract';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LiveView, Outline } from '../../session/view.ts';
import { DocumentGhost } from './document-ghost.tsx';
import { aspectOf } from './document-shape.ts';
import { LiveVideo } from './live-video.tsx';
import { type Box, layOutViewfinder, type Size, type ViewfinderLayout } from './viewfinder-layout.ts';

interface ViewfinderProps {
  readonly live: LiveView;
  readonly document: DocumentType;
  readonly side: CaptureSlot;
}

/**
 * The live picture behind a mask with a window for the document, and the found outline over it. It lies behind the whole
 * frame; the element itself takes the room between the controls, and the window is placed there.
 */
export function Viewfinder({ live, document, side }: ViewfinderProps) {
  const stage = useRef<HTMLDivElement>(null);
  const size: Size = { width: live.widthPx || 3, height: live.heightPx || 4 };
  const layout = useLayout(stage, size, aspectOf(document));
  const isGood = live.hint === 'hold-still';
  return (
    <div class="stage" ref={stage}>
      {layout && (
        <>
          <div class={live.mirrored ? 'picture mirrored' : 'picture'} style={pixels(layout.picture)}>
            <LiveVideo stream={live.stream} frozen={live.taking} />
          </div>
          <div class="mask" style={pixels(layout.picture)}>
            <div class="window" style={pixels(relativeTo(layout.window, layout.picture))}>
              {live.outline === null && <DocumentGhost document={document} side={side} />}
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

/** A white line under a coloured one, so that the outline shows on anything. */
function FoundOutline({ outline, size }: { readonly outline: Outline; readonly size: Size }) {
  const points = outline.map((share, i) => share * (i % 2 === 0 ? size.width : size.height)).join(' ');
  return (
    <>
      <polygon class="halo" points={points} />
      <polygon class="line" points={points} />
    </>
  );
}

/** Measures the frame and the stage, again whenever they change, and lays out the viewfinder in them. */
function useLayout(
  stage: { readonly current: HTMLElement | null },
  { width, height }: Size,
  aspect: number,
): ViewfinderLayout | null {
  const [layout, setLayout] = useState<ViewfinderLayout | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      const frame = element.offsetParent ?? element;
      setLayout(
        layOutViewfinder({
          frame: { width: frame.clientWidth, height: frame.clientHeight },
          stage: {
            left: element.offsetLeft,
            top: element.offsetTop,
            width: element.offsetWidth,
            height: element.offsetHeight,
          },
          picture: { width, height },
          aspect,
        }),
      );
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height, aspect]);
  return layout;
}

function relativeTo(box: Box, origin: Box): Box {
  return { ...box, left: box.left - origin.left, top: box.top - origin.top };
}

/** Physical, not logical: the camera picture does not turn round with the text. */
function pixels({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
}
