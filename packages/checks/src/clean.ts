import type { CleanFile } from './file/clean-file.ts';
import type { OpenPdfOptions } from './file/open-pdf.ts';

export { cleanImage } from './image/clean-image.ts';
export { cleanVideo } from './video/clean-video.ts';

/** Loads the PDF library in advance, so that the first PDF does not wait for it. */
export async function loadPdfLibrary(): Promise<void> {
  const [{ startPdfium }] = await Promise.all([import('./file/pdfium.ts'), import('./file/clean-file.ts')]);
  await startPdfium();
}

/** Calls `cleanFile` of `file/clean-file.ts`, which is imported on the first call. The first PDF loads the PDF library. */
export async function cleanFile(bytes: Uint8Array, options?: OpenPdfOptions): Promise<CleanFile> {
  const loaded = await import('./file/clean-file.ts');
  return loaded.cleanFile(bytes, options);
}
