import { createRequire } from 'node:module';

/** The part of Tesseract's WebAssembly build used here, which has no type declarations. */
export interface TesseractCore {
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TesseractApi;
}

/** Tesseract's `TessBaseAPI`. */
export interface TesseractApi {
  /**
   * Loads a language.
   *
   * @param mode - 1: only the LSTM recognizer.
   * @returns 0 on success.
   */
  Init(folder: string | null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /**
   * Loads the picture at `/input`.
   *
   * @param exif - its orientation; 1 is upright.
   * @param angle - in radians.
   */
  SetImageFile(exif: number, angle: number): number;
  SetSourceResolution(pixelsPerInch: number): void;
  /** @returns 0 on success. */
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

const require = createRequire(import.meta.url);

/** Path of the picture in the engine's file system. */
export const inputPath = '/input';

/** Loads the build for CPUs with SIMD, which every CPU that runs Node 20 has, with its WebAssembly file from disk. */
export function loadTesseract(): Promise<TesseractCore> {
  const create = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (
    options: object,
  ) => Promise<TesseractCore>;
  const silence = () => undefined;
  return create({ print: silence, printErr: silence });
}
