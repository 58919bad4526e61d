import { useLayoutEffect, useState } from 'preact/hooks';
import { type Box, layOutViewfinder, type Size, type ViewfinderLayout } from './viewfinder-layout.ts';

/** Measures the frame and the stage whenever they change, and lays out a viewfinder in them. */
export function useViewfinderLayout(
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
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height, aspect]);
  return layout;
}

export function relativeTo(box: Box, origin: Box): Box {
  return { ...box, left: box.left - origin.left, top: box.top - origin.top };
}

/** Returns physical positions, because the camera picture does not follow the text direction. */
export function pixels({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
}
