import type { RgbaImage } from '@vendor/vision';

/** The languages whose print can be read: those of the flow in Latin letters. */
export const ocrLanguages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'hu'] as const;
export type OcrLanguage = (typeof ocrLanguages)[number];

/** Place of something, in pixels of the picture. */
export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** One word as it was read. */
export interface OcrWord {
  readonly text: string;
  /** How sure the reader is, 0..1. */
  readonly confidence: number;
  readonly box: TextBox;
}

/** The words that stand on one line, in reading order. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  readonly box: TextBox;
  /** Lines of the same block belong together, as those of an address do. */
  readonly block: number;
}

/** How to read a picture. */
export interface OcrOptions {
  readonly language: OcrLanguage;
  /** `page`: find columns and blocks first; `block`: one block of lines; `line`: a single line; `scattered`: words anywhere. */
  readonly layout?: 'page' | 'block' | 'line' | 'scattered';
  /** The only characters that there can be; all of the language when left out. */
  readonly characters?: string;
}

/**
 * Reads print in pictures. The print stands upright; capitals of 20 to 40 pixels are read best. It reads one picture at a time:
 * further ones wait.
 */
export interface OcrEngine {
  /** @returns the lines from top to bottom, block by block; none where there is no print. */
  read(image: RgbaImage, options: OcrOptions): Promise<OcrLine[]>;
}

/** Opens the engine of this thread. */
export type OpenOcrEngine = () => Promise<OcrEngine>;
