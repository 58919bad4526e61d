import type { CleanFile } from './file/clean-file.ts';
import type { OpenPdfOptions } from './file/open-pdf.ts';

export { cleanImage } from './image/clean-image.ts';
export { cleanVideo } from './video/clean-video.ts';

/** Loads the library for PDFs, so that the first one need not wait for it. */
export async function loadPdfLibrary(): Promise<void> {
  const [{ startPdfium }] = await Promise.all([import('./file/pdfium.ts'), import('./file/clean-file.ts')]);
  await startPdfium();
}

/** As `cleanFile` of the package, but loads the library for PDFs with the first call. */
export async function cleanFile(bytes: Uint8Array, options?: OpenPdfOptions): Promise<CleanFile> {
  const loaded = await import('./file/clean-file.ts');
  return loaded.cleanFile(bytes, options);
}
