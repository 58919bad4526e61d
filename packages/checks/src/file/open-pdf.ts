import { captureLimits } from '@vendor/contract';
import sharp from 'sharp';
import type { TextLine } from './page-text.ts';
import { readPdfText } from './pdf-text.ts';
import { type Pdfium, startPdfium } from './pdfium.ts';

/** Reason why a file is refused. */
export type FileRefusal = 'PROTECTED' | 'TOO_MANY_PAGES' | 'UNREADABLE';

/** A rendered page and its text layer; positions are in pixels of the picture. */
export interface PdfPage {
  /** A JPEG. */
  readonly picture: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly text: readonly TextLine[];
}

export type OpenedPdf =
  | { readonly kind: 'opened'; readonly pages: readonly PdfPage[] }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** Options for opening a file. */
export interface OpenPdfOptions {
  /** Called after each page is rendered and read. */
  readonly onPage?: () => void;
}

/** Longer side of a rendered page: 190 pixels per inch of A4, enough for OCR of small print. */
const PAGE_SIDE_PX = 2200;

const QUALITY = 88;

/** Constants of PDFium (fpdfview.h, fpdf_flatten.h). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const FORMAT_BGRX = 3;
const WHITE = 0xffffffff;
const DRAW_AS_RGBX = 0x10;
const DRAW_ANNOTATIONS = 0x01;
const FLATTEN_FOR_DISPLAY = 0;
const FLATTEN_FAILED = 0;

/**
 * Opens an untrusted PDF: renders its pages with annotations and filled-in forms, and reads their text. Scripts, links and
 * embedded files are ignored, and nothing is loaded from the network: fonts and tables are part of the library.
 *
 * Memory is bounded, but time is not: run it in a process that is terminated if a page takes too long.
 *
 * @returns the pages, or the reason for refusal. Never throws because of the file's content.
 */
export async function openPdf(bytes: Uint8Array, { onPage }: OpenPdfOptions = {}): Promise<OpenedPdf> {
  const pdfium = await startPdfium();
  try {
    const document = loadDocument(pdfium, bytes);
    if (typeof document === 'string') return refuse(document);
    const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
    const count = pdfium.FPDF_GetPageCount(document);
    if (count > captureLimits.filePages) return refuse('TOO_MANY_PAGES');
    const pages: PdfPage[] = [];
    for (let index = 0; index < count; index++) {
      const page = await drawPage(pdfium, loadFlatPage(pdfium, document, form, index));
      if (!page) return refuse('UNREADABLE');
      pages.push(page);
      onPage?.();
    }
    return pages.length > 0 ? { kind: 'opened', pages } : refuse('UNREADABLE');
  } catch {
    return refuse('UNREADABLE');
  }
}

/** @returns the handle of the document. The bytes stay in the instance's memory until the instance ends. */
function loadDocument(pdfium: Pdfium, bytes: Uint8Array): number | FileRefusal {
  const place = pdfium.pdfium.wasmExports.malloc(bytes.length);
  if (place === 0) return 'UNREADABLE';
  pdfium.pdfium.HEAPU8.set(bytes, place);
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  if (document !== 0) return document;
  const error = pdfium.FPDF_GetLastError();
  return error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'PROTECTED' : 'UNREADABLE';
}

async function drawPage(pdfium: Pdfium, page: number): Promise<PdfPage | null> {
  if (page === 0) return null;
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const scale = PAGE_SIDE_PX / Math.max(width, height);
  if (!(width > 0 && height > 0 && scale > 0)) return null;
  const widthPx = Math.max(1, Math.round(width * scale));
  const heightPx = Math.max(1, Math.round(height * scale));
  const bitmap = pdfium.FPDFBitmap_CreateEx(widthPx, heightPx, FORMAT_BGRX, 0, 0);
  if (bitmap === 0) return null;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, widthPx, heightPx, 0, DRAW_ANNOTATIONS | DRAW_AS_RGBX);
  const text = readPdfText(pdfium, page, { widthPx, heightPx });
  // Encodes in place, because nothing else runs in this instance meanwhile.
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = Buffer.from(pdfium.pdfium.HEAPU8.buffer, start, 4 * widthPx * heightPx);
  const picture = await sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: QUALITY })
    .toBuffer();
  pdfium.FPDFBitmap_Destroy(bitmap);
  pdfium.FPDF_ClosePage(page);
  return { picture, widthPx, heightPx, text };
}

/**
 * Loads a page with its annotations and form fields flattened into its content, so that their text is read as well.
 *
 * @param form - the document's form environment, which draws filled-in fields that have no appearance stream.
 */
function loadFlatPage(pdfium: Pdfium, document: number, form: number, index: number): number {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return page;
  pdfium.FORM_OnAfterLoadPage(page, form);
  const outcome = pdfium.FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY);
  pdfium.FORM_OnBeforeClosePage(page, form);
  if (outcome === FLATTEN_FAILED) return page;
  pdfium.FPDF_ClosePage(page);
  return pdfium.FPDF_LoadPage(document, index);
}

function refuse(refusal: FileRefusal): OpenedPdf {
  return { kind: 'refused', refusal };
}
