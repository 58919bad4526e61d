import type { FileFault } from '../flow/collecting.ts';
import { FileRefused, maxFileBytes as largestFileBytes, readBytes, readHead } from '../session/file-fault.ts';
import { isWhole } from './is-whole.ts';
import { toJpeg } from './keep-picture.ts';
import { detectPictureType, type PictureType } from './picture-type.ts';

/** Maximum length of a picture's longer side, in pixels: three times the resolution that OCR of passport print needs. */
const maxSidePx = 4096;

const maxBytes = 4 * 1024 * 1024;

/**
 * Converts a file to a picture for upload: an upright JPEG of limited size, without the file's metadata (such as place and time
 * of a photograph). Detects the type by its content, because browsers derive the type of a file from its name.
 *
 * @param minSidePx - minimum length of the shorter side.
 * @throws FileRefused if the file is not a picture, is too small, or cannot be drawn.
 */
export async function preparePicture(file: Blob, minSidePx: number): Promise<Blob> {
  const type = detectPictureType(await readHead(file));
  if (!type) throw new FileRefused('FILE_OF_OTHER_KIND');
  // An incomplete picture would be drawn with its missing part in grey, and cost the user an attempt.
  if (!isWhole(type, new Uint8Array(await readBytes(file)))) throw new FileRefused('FILE_UNREADABLE');
  try {
    return await redraw(file.slice(0, file.size, type), minSidePx);
  } catch (failure) {
    throw failure instanceof FileRefused ? failure : new FileRefused(findFault(type, file.size));
  }
}

/** Returns why a picture that the browser cannot open is refused. */
function findFault(type: PictureType, sizeBytes: number): FileFault {
  if (type === 'image/heic') return 'FILE_HEIC';
  if (type === 'image/tiff') return 'FILE_OF_OTHER_KIND';
  return sizeBytes > largestFileBytes ? 'FILE_TOO_LARGE' : 'FILE_UNREADABLE';
}

async function redraw(file: Blob, minSidePx: number): Promise<Blob> {
  // Started before the picture is opened, and awaited only if that succeeds.
  const isReadable = import('./reads-canvas.ts').then(({ readsCanvas }) => readsCanvas()).catch(() => true);
  return withPicture(file, async (image) => {
    const { naturalWidth, naturalHeight } = image;
    if (Math.min(naturalWidth, naturalHeight) < minSidePx) throw new FileRefused('FILE_TOO_SMALL');
    if (await isReadable) return toJpeg(drawScaled(image, maxSidePx), maxBytes);
    // The canvas would return noise: the service takes the file unchanged, and removes the metadata itself.
    if (!/jpeg|png|webp/.test(file.type)) throw new FileRefused('FILE_OF_OTHER_KIND');
    if (file.size > largestFileBytes) throw new FileRefused('FILE_TOO_LARGE');
    return file;
  });
}

/** Opens a picture for the duration of a callback. @throws the browser's error if it cannot open the picture. */
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

/** Draws a picture, scaled down if its longer side exceeds the limit in pixels. */
export function drawScaled(image: HTMLImageElement, maxLongSidePx: number): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, maxLongSidePx / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture could not be drawn.');
  // A JPEG has no transparency, and transparent parts would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
