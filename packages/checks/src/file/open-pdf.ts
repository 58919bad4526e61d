import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { captureLimits } from '@vendor/contract';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import sharp from 'sharp';
import { joinPieces, type TextLine, type TextPiece } from './page-text.ts';
import { weighPdf } from './pdf-weight.ts';
import { writePlainly } from './plain-pdf.ts';

/** Why a file is not taken. */
export type FileRefusal = 'PROTECTED' | 'TOO_MANY_PAGES' | 'UNREADABLE';

/** A page as it is seen, and what the file says in letters; places in pixels of the picture. */
export interface PdfPage {
  /** A JPEG. */
  readonly picture: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly text: readonly TextLine[];
}

export interface OpenPdfOptions {
  /** Called when a page is drawn and read. */
  readonly onPage?: () => void;
}

export type OpenedPdf =
  | { readonly kind: 'opened'; readonly pages: readonly PdfPage[] }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal };

/** Longest side of the picture of a page: 190 pixels to the inch of A4, where small print is read well. */
const PAGE_SIDE_PX = 2200;

const QUALITY = 88;

const require = createRequire(import.meta.url);

/**
 * Opens a PDF that came from anywhere: draws its pages and reads its text. Scripts, forms, links and files within are never
 * looked at, and nothing is fetched: fonts and tables come from the installed package.
 *
 * @returns the pages, or why there are none. Never throws for what the bytes hold.
 */
export async function openPdf(bytes: Uint8Array, { onPage }: OpenPdfOptions = {}): Promise<OpenedPdf> {
  const plain = writePlainly(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (typeof plain === 'string') return refuse(plain);
  const weight = weighPdf(plain);
  if (weight !== 'BEARABLE') return refuse(weight === 'PROTECTED' ? 'PROTECTED' : 'UNREADABLE');
  const document = await loadPdf(plain);
  if (typeof document === 'string') return refuse(document);
  try {
    // What the patch of the library adds; without it nothing is opened.
    const { unfolding } = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    if (document.numPages > captureLimits.filePages) return refuse('TOO_MANY_PAGES');
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      pages.push(await drawPage(await document.getPage(number)));
      onPage?.();
      // The library leaves out without a word what it may not unfold.
      if (unfolding.left < 0) return refuse('UNREADABLE');
    }
    return pages.length > 0 ? { kind: 'opened', pages } : refuse('UNREADABLE');
  } catch {
    return refuse('UNREADABLE');
  } finally {
    await document.loadingTask.destroy();
  }
}

async function loadPdf(bytes: Uint8Array): Promise<PDFDocumentProxy | FileRefusal> {
  // Loaded with the first PDF. This build is the one for Node.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(require.resolve('pdfjs-dist/package.json'));
  const within = (name: string) => join(folder, name, '/');
  const loading = getDocument({
    // The library keeps the bytes for itself.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    maxImageSize: captureLimits.imagePixels,
    canvasMaxAreaInBytes: 4 * captureLimits.imagePixels,
    standardFontDataUrl: within('standard_fonts'),
    cMapUrl: within('cmaps'),
    cMapPacked: true,
    wasmUrl: within('wasm'),
    iccUrl: within('iccs'),
    verbosity: VerbosityLevel.ERRORS,
  });
  return loading.promise.catch(async (error: unknown) => {
    await loading.destroy();
    return error instanceof Error && error.name === 'PasswordException' ? 'PROTECTED' : 'UNREADABLE';
  });
}

async function drawPage(page: PDFPageProxy): Promise<PdfPage> {
  const whole = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: PAGE_SIDE_PX / Math.max(whole.width, whole.height) });
  const widthPx = Math.max(1, Math.round(viewport.width));
  const heightPx = Math.max(1, Math.round(viewport.height));
  const canvas = createCanvas(widthPx, heightPx);
  // The types are those of a browser's canvas; this one does all that the library asks of it.
  await page.render({ canvas: canvas as never, viewport }).promise;
  const data = canvas.data();
  const picture = await sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  const text = await readText(page, viewport.transform as unknown as Matrix);
  page.cleanup();
  return { picture, widthPx, heightPx, text };
}

type Matrix = readonly [number, number, number, number, number, number];

/** The text of a page line by line; pieces that stand at the same height are a line. */
async function readText(page: PDFPageProxy, toPixels: Matrix): Promise<TextLine[]> {
  const { items } = await page.getTextContent();
  const rows: { baselinePx: number; pieces: TextPiece[] }[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const piece = pieceOf(item.str, item.transform as unknown as Matrix, item.width, toPixels);
    const baselinePx = piece.box.top + piece.box.heightPx;
    const row = rows.find((known) => Math.abs(known.baselinePx - baselinePx) < piece.box.heightPx / 3);
    if (row) row.pieces.push(piece);
    else rows.push({ baselinePx, pieces: [piece] });
  }
  rows.sort((one, other) => one.baselinePx - other.baselinePx);
  return rows.flatMap(({ pieces }) => joinPieces(pieces));
}

/** @param place - of the text on the page: its scale, and where its baseline begins. */
function pieceOf(text: string, place: Matrix, width: number, [a, b, c, d, e, f]: Matrix): TextPiece {
  const scale = Math.hypot(a, b);
  const heightPx = Math.max(1, Math.hypot(place[2], place[3]) * scale);
  const left = a * place[4] + c * place[5] + e;
  const baseline = b * place[4] + d * place[5] + f;
  const box = { left, top: baseline - heightPx, widthPx: Math.max(1, width * scale), heightPx };
  return { text, confidence: 1, box };
}

function refuse(refusal: FileRefusal): OpenedPdf {
  return { kind: 'refused', refusal };
}
