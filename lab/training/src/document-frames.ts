import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type DocumentFrame,
  type FrameSubject,
  type FrameTraits,
  renderDocumentFrame,
} from '@vendor/specimens';
import type { RgbaImage } from '../../../packages/vision/src/image.ts';
import type { Quad } from '../../../packages/vision/src/quad.ts';

/** A frame with its ground truth. */
export interface LabelledFrame {
  readonly image: RgbaImage;
  readonly quad: Quad | null;
  readonly subject: FrameSubject;
  readonly traits: FrameTraits;
}

/**
 * Tuning frames have even seeds, reporting frames odd ones: no reported figure comes from a frame that anything was fitted to.
 */
export type Half = 'tuning' | 'reporting';

interface FrameSet {
  readonly half: Half;
  readonly subject: FrameSubject;
  readonly count: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
}

/**
 * Renders a set of frames, or reads it from `.cache/` if it was rendered before (delete the folder after a change of the
 * specimens).
 */
export function* labelledFrames({
  half,
  subject,
  count,
  widthPx = 320,
  heightPx = 180,
}: FrameSet): Generator<LabelledFrame> {
  const folder = resolve(import.meta.dirname, '../.cache/frames');
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++) {
    const seed = index * 2 + (half === 'tuning' ? 0 : 1);
    const path = resolve(folder, `${subject}-${widthPx}x${heightPx}-${seed}`);
    if (!existsSync(`${path}.json`)) store(path, renderDocumentFrame(seed, { subject, widthPx, heightPx }));
    const { quad, traits } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Pick<
      DocumentFrame,
      'quad' | 'traits'
    >;
    const data = new Uint8ClampedArray(readFileSync(`${path}.rgba`));
    yield { image: { data, width: widthPx, height: heightPx }, quad, subject, traits };
  }
}

function store(path: string, { picture, quad, traits }: DocumentFrame): void {
  writeFileSync(`${path}.rgba`, picture.data);
  writeFileSync(`${path}.json`, JSON.stringify({ quad, traits }));
}
