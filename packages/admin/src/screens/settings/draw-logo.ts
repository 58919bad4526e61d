/** Maximum size of a logo in pixels: three times the 40 px of its height in the flow, and eight times as wide as high. */
const maxSize = { width: 960, height: 120 } as const;
/** Maximum size of a chosen file, in bytes. */
const maxFileBytes = 10_000_000;
/** Maximum size of a PNG that the service accepts, in bytes. */
const maxBytes = 64 * 1024;

/** Why a file cannot be the logo. */
export type LogoFault = 'unreadable' | 'tooLarge';

/**
 * Converts a picture, of any kind that the browser can display, to a PNG small enough for a logo. Keeps only its pixels, so
 * hidden contents of the file are dropped.
 *
 * @returns the PNG in base64, or why the file cannot be used.
 */
export async function drawLogo(file: File): Promise<{ png: string } | { fault: LogoFault }> {
  if (file.size > maxFileBytes) return { fault: 'tooLarge' };
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    for (const scale of [1, 2 / 3, 1 / 3]) {
      const png = draw(picture, scale);
      if (png === null) return { fault: 'unreadable' };
      if ((png.length * 3) / 4 <= maxBytes) return { png };
    }
    return { fault: 'tooLarge' };
  } catch {
    return { fault: 'unreadable' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function draw(picture: HTMLImageElement, scale: number): string | null {
  // An SVG may have no intrinsic size.
  const width = picture.naturalWidth || maxSize.width;
  const height = picture.naturalHeight || maxSize.height;
  const fit = Math.min(1, maxSize.width / width, maxSize.height / height) * scale;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * fit));
  canvas.height = Math.max(1, Math.round(height * fit));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1] ?? null;
}
