import type { AdminCapture } from '@vendor/contract/admin';
import { Frame, RotateCw, ScanSearch, ZoomIn, ZoomOut } from 'lucide-preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { run } from '../../texts/en/run.ts';

const { evidence: texts } = run;
const zooms = [1, 1.5, 2, 3, 4, 6] as const;

/** A picture that can be enlarged, moved and rotated. Enlarged, it scrolls by touch, wheel, pointer and arrow keys. */
export function PictureStage(props: { url: string; label: string; places: AdminCapture['places'] }) {
  const { url, label, places } = props;
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const [isLost, setLost] = useState(false);
  const [isOutlined, setOutlined] = useState(true);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const view = useRef<HTMLDivElement>(null);
  const drag = useDrag(view.current);
  const zoom = zooms[step] ?? 1;
  // Set through the DOM, because the page's Content-Security-Policy forbids style attributes.
  useLayoutEffect(() => {
    const centre = centreOf(view.current);
    view.current?.style.setProperty('--zoom', String(zoom));
    view.current?.style.setProperty('--turn', `${turns * 90}deg`);
    scrollToCentre(view.current, centre);
  }, [zoom, turns]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="view" ref={view} tabIndex={0} aria-label={label} {...drag}>
        {isLost ? (
          <p class="frame-empty">{texts.lost}</p>
        ) : (
          <>
            <img
              class={turns % 2 === 1 ? 'sideways' : undefined}
              src={url}
              alt={label}
              draggable={false}
              onError={() => setLost(true)}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setSize({ width, height })
              }
            />
            {size && isOutlined && places.length > 0 && (
              <Outlines places={places} size={size} isSideways={turns % 2 === 1} />
            )}
          </>
        )}
      </section>
      <div class="tools">
        <Tool label={texts.zoomOut} icon={ZoomOut} isOff={step === 0} onUse={() => setStep(step - 1)} />
        <Tool
          label={texts.zoomIn}
          icon={ZoomIn}
          isOff={step === zooms.length - 1}
          onUse={() => setStep(step + 1)}
        />
        <Tool label={texts.rotate} icon={RotateCw} onUse={() => setTurns(turns + 1)} />
        <Tool
          label={texts.reset}
          icon={ScanSearch}
          isOff={step === 0 && turns % 4 === 0}
          onUse={() => {
            setStep(0);
            setTurns(0);
          }}
        />
        {places.length > 0 && (
          <button
            type="button"
            class="button plain icon"
            aria-label={texts.outlines}
            title={texts.outlines}
            aria-pressed={isOutlined}
            onClick={() => setOutlined(!isOutlined)}
          >
            <Frame size={17} aria-hidden="true" />
          </button>
        )}
        <output class="small">{Math.round(zoom * 100)} %</output>
      </div>
    </>
  );
}

/** Outlines the places that the check found in the picture. */
function Outlines(props: {
  places: AdminCapture['places'];
  size: { width: number; height: number };
  isSideways: boolean;
}) {
  const { places, size, isSideways } = props;
  return (
    <svg
      class={isSideways ? 'outlines sideways' : 'outlines'}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
    >
      {places.map(({ what, corners }) => (
        <polygon
          key={what}
          class={what === 'document' ? 'whole' : undefined}
          points={corners.map(([x, y]) => `${x * size.width},${y * size.height}`).join(' ')}
        />
      ))}
    </svg>
  );
}

function Tool(props: { label: string; icon: typeof ZoomIn; isOff?: boolean; onUse: () => void }) {
  const { label, icon: Icon, isOff = false, onUse } = props;
  return (
    <button
      type="button"
      class="button plain icon"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onUse}
    >
      <Icon size={17} aria-hidden="true" />
    </button>
  );
}

/** Scrolls an element by dragging with a mouse; browsers already scroll by touch. */
function useDrag(element: HTMLElement | null) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !element) return;
      from.current = { x: event.clientX + element.scrollLeft, y: event.clientY + element.scrollTop };
      element.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current) element?.scrollTo(from.current.x - event.clientX, from.current.y - event.clientY);
    },
    onPointerUp: () => {
      from.current = null;
    },
  };
}

/** Returns the centre of the view, as shares of the scrollable width and height. */
function centreOf(view: HTMLElement | null): { readonly x: number; readonly y: number } {
  if (!view) return { x: 0.5, y: 0.5 };
  return {
    x: (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
    y: (view.scrollTop + view.clientHeight / 2) / view.scrollHeight,
  };
}

function scrollToCentre(
  view: HTMLElement | null,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  view?.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
}
