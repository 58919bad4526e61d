import { createRequire } from 'node:module';

/** As much of the WebAssembly build of Tesseract as is used here. It declares no types. */
export interface TesseractCore {
  readonly FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => TesseractApi;
}

/** Tesseract's `TessBaseAPI`. */
export interface TesseractApi {
  /** @param mode - 1: the neural recogniser alone. @returns 0 when the language was loaded. */
  Init(folder: string | null, language: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Takes the picture in `/input`. @param exif - its orientation, 1: upright. @param angle - in radians. */
  SetImageFile(exif: number, angle: number): number;
  SetSourceResolution(pixelsPerInch: number): void;
  /** @returns 0 when it went well. */
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

const require = createRequire(import.meta.url);

/** Path at which the engine finds its picture. */
export const inputPath = '/input';

/** Loads the build for CPUs with SIMD, which every one that runs Node 20 has; its WebAssembly lies beside it on this disk. */
export function loadTesseract(): Promise<TesseractCore> {
  const create = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (
    options: object,
  ) => Promise<TesseractCore>;
  const silence = () => undefined;
  return create({ print: silence, printErr: silence });
}
