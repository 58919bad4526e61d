import { cleanImage } from '../image/clean-image.ts';
import { type FileRefusal, type OpenPdfOptions, openPdf } from './open-pdf.ts';
import { writePicturePdf } from './picture-pdf.ts';

/** A file that may be kept and shown, or why there is none. */
export type CleanFile =
  | {
      readonly kind: 'clean';
      readonly bytes: Uint8Array;
      readonly contentType: 'image/jpeg' | 'application/pdf';
    }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** Whether a file is a PDF by how it begins; a little may stand before it (ISO 32000-1, annex H). */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * Makes of a picture or PDF that came from anywhere one that may be kept and shown: a picture encoded anew, or a PDF of
 * pictures of the pages. Never throws for what the bytes hold.
 */
export async function cleanFile(bytes: Uint8Array, options?: OpenPdfOptions): Promise<CleanFile> {
  if (isPdf(bytes)) {
    const opened = await openPdf(bytes, options);
    if (opened.kind === 'refused') return opened;
    return { kind: 'clean', bytes: writePicturePdf(opened.pages), contentType: 'application/pdf' };
  }
  const image = await cleanImage(bytes);
  return image ? { kind: 'clean', ...image } : { kind: 'refused', refusal: 'UNREADABLE' };
}
