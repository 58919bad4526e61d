import type { AdminExecution } from '@vendor/contract/admin';
import { useEffect, useRef, useState } from 'preact/hooks';

type Corners =
  AdminExecution['evidence'][number]['attempts'][number]['captures'][number]['places'][number]['corners'];

/** Position of a field: the picture and the corners in it. */
export interface FieldPlace {
  readonly url: string;
  readonly corners: Corners;
}

/** Returns the position of a field of a step, if the check stored it. */
export function placeOfField(
  { evidence }: Pick<AdminExecution, 'evidence'>,
  nodeId: string | null,
  field: string,
): FieldPlace | null {
  const captures = evidence
    .filter((step) => step.nodeId === nodeId)
    .flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.captures));
  for (const { url, places } of captures) {
    const place = places.find(({ what }) => what === field);
    if (url !== null && place) return { url, corners: place.corners };
  }
  return null;
}

/** Loads pictures by address, each only once, because the audit trail records every fetch as a view. */
export function usePictures(urls: readonly string[]): ReadonlyMap<string, HTMLImageElement> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, HTMLImageElement>>(new Map());
  const key = [...new Set(urls)].sort().join(' ');
  useEffect(() => {
    let isWanted = true;
    for (const url of key.split(' ').filter(Boolean)) {
      const image = new Image();
      image.onload = () => isWanted && setPictures((last) => new Map([...last, [url, image]]));
      image.src = url;
    }
    return () => {
      isWanted = false;
    };
  }, [key]);
  return pictures;
}

/** Margin shown around a field, as a share of its height. */
const margin = 0.35;
const lineHeightPx = 52;

/**
 * Crop of a picture around a field or portrait.
 *
 * @param heightPx - height on the screen; by default, that of a line of text.
 */
export function FieldCrop(props: {
  image: HTMLImageElement;
  corners: Corners;
  label: string;
  heightPx?: number;
}) {
  const { image, corners, label, heightPx = lineHeightPx } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    const { naturalWidth, naturalHeight } = image;
    const xs = corners.map(([x]) => x * naturalWidth);
    const ys = corners.map(([, y]) => y * naturalHeight);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const around = (bottom - top) * margin;
    const width = right - left + 2 * around;
    const height = bottom - top + 2 * around;
    if (!target || width <= 0 || height <= 0) return;
    target.height = heightPx;
    target.width = Math.min(Math.round((width / height) * heightPx), 900);
    target
      .getContext('2d')
      ?.drawImage(image, left - around, top - around, width, height, 0, 0, target.width, target.height);
  }, [image, corners, heightPx]);
  const isTall = heightPx > lineHeightPx;
  return <canvas ref={canvas} class={isTall ? 'crop tall' : 'crop'} role="img" aria-label={label} />;
}
