import type { FileFault } from '../flow/collecting.ts';
import { FileRefused, largestBytes as largestFileBytes, readBytes, readHead } from '../session/file-fault.ts';
import { isWhole } from './is-whole.ts';
import { toJpeg } from './keep-picture.ts';
import { detectPictureType, type PictureType } from './picture-type.ts';

/** Longest side of a picture that is sent, in pixels: print of a passport stays three times finer than a reader needs. */
const longestSidePx = 4096;

const largestBytes = 4 * 1024 * 1024;

/**
 * Converts a file to a picture for upload: an upright JPEG of limited size, without the file's metadata (such as place and time
 * of a photograph). Detects the type by its content, because browsers take the type of a file from its name.
 *
 * @param leastSidePx - narrower pictures are refused.
 * @throws FileRefused if it is no picture, too small, or cannot be drawn.
 */
export async function preparePicture(file: Blob, leastSidePx: number): Promise<Blob> {
  const type = detectPictureType(await readHead(file));
  if (!type) throw new FileRefused('FILE_OF_OTHER_KIND');
  // Half a picture is drawn with the rest of it grey, and would cost a try.
  if (!isWhole(type, new Uint8Array(await readBytes(file)))) throw new FileRefused('FILE_UNREADABLE');
  try {
    return await drawnAnew(file.slice(0, file.size, type), leastSidePx);
  } catch (failure) {
    throw failure instanceof FileRefused ? failure : new FileRefused(faultOf(type, file.size));
  }
}

/** Why a picture that the browser does not open is none for us. */
function faultOf(type: PictureType, sizeBytes: number): FileFault {
  if (type === 'image/heic') return 'FILE_HEIC';
  if (type === 'image/tiff') return 'FILE_OF_OTHER_KIND';
  return sizeBytes > largestFileBytes ? 'FILE_TOO_LARGE' : 'FILE_UNREADABLE';
}

async function drawnAnew(file: Blob, leastSidePx: number): Promise<Blob> {
  // A picture that does not open ends this before the answer is asked for.
  const isReadable = import('./reads-canvas.ts').then(({ readsCanvas }) => readsCanvas()).catch(() => true);
  return withPicture(file, async (image) => {
    const { naturalWidth, naturalHeight } = image;
    if (Math.min(naturalWidth, naturalHeight) < leastSidePx) throw new FileRefused('FILE_TOO_SMALL');
    if (await isReadable) return toJpeg(drawScaled(image, longestSidePx), largestBytes);
    // The canvas would give noise: the service takes the file as it is, and removes the metadata itself.
    if (!/jpeg|png|webp/.test(file.type)) throw new FileRefused('FILE_OF_OTHER_KIND');
    if (file.size > largestFileBytes) throw new FileRefused('FILE_TOO_LARGE');
    return file;
  });
}

/** Opens a picture for as long as something is done with it. @throws what the browser does when it cannot open it. */
export async function withPicture<Made>(
  file: Blob,
  make: (image: HTMLImageElement) => Promise<Made>,
): Promise<Made> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await make(image);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws a picture; where its longer side is longer than given, in pixels, so much smaller. */
export function drawScaled(image: HTMLImageElement, longestPx: number): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, longestPx / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture could not be drawn.');
  // Transparent parts would come out black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
