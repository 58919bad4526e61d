import type { RgbaImage } from '@vendor/vision';

/** Languages that OCR supports: those of the flow in Latin script. */
export const ocrLanguages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'hu'] as const;
export type OcrLanguage = (typeof ocrLanguages)[number];

/** Bounding box in pixels of the picture. */
export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** One recognized word. */
export interface OcrWord {
  readonly text: string;
  /** Confidence of the engine, 0 to 1. */
  readonly confidence: number;
  readonly box: TextBox;
}

/** The words of one line, in reading order. */
export interface OcrLine {
  readonly words: readonly OcrWord[];
  readonly box: TextBox;
  /** Lines of the same block belong together, as those of an address do. */
  readonly block: number;
}

/** Options for reading a picture. */
export interface OcrOptions {
  readonly language: OcrLanguage;
  /** `page`: find columns and blocks first; `block`: one block of lines; `line`: a single line; `scattered`: words anywhere. */
  readonly layout?: 'page' | 'block' | 'line' | 'scattered';
  /** The only characters that may occur; all of the language if omitted. */
  readonly characters?: string;
}

/** Reads upright print in pictures, best with capitals of 20 to 40 pixels. Reads one picture at a time; further calls wait. */
export interface OcrEngine {
  /** @returns the lines from top to bottom, block by block; empty if there is no print. */
  read(image: RgbaImage, options: OcrOptions): Promise<OcrLine[]>;
}

/** Opens the engine of this thread. */
export type OpenOcrEngine = () => Promise<OcrEngine>;
