import { cleanImage } from '../image/clean-image.ts';
import { type FileRefusal, type OpenPdfOptions, openPdf } from './open-pdf.ts';
import { writePicturePdf } from './picture-pdf.ts';

/** A file that may be stored and displayed, or the reason why it was refused. */
export type CleanFile =
  | {
      readonly kind: 'clean';
      readonly bytes: Uint8Array;
      readonly contentType: 'image/jpeg' | 'application/pdf';
    }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** Returns whether a file is a PDF by its header, which a few bytes may precede (ISO 32000-1, annex H). */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * Converts an untrusted picture or PDF to one that may be stored and displayed: a re-encoded picture, or a PDF of pictures of
 * the pages. Never throws because of the file's content.
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
