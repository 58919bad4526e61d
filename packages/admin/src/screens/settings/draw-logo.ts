/** Size of a logo as the service takes it: three pixels for each of the flow's 40, and eight times as wide at most. */
const most = { width: 960, height: 120 } as const;
/** Bytes of a file that is looked at: what is larger is no logo. */
const mostFileBytes = 10_000_000;
/** Bytes of a PNG that the service takes. */
const mostBytes = 64 * 1024;

/** Why a file cannot be the logo. */
export type LogoFault = 'unreadable' | 'tooLarge';

/**
 * Draws a picture anew as PNG, whatever the browser can show, small enough for a logo: nothing goes on of the file but what can be
 * seen.
 *
 * @returns the PNG in base64, or why there is none.
 */
export async function drawLogo(file: File): Promise<{ png: string } | { fault: LogoFault }> {
  if (file.size > mostFileBytes) return { fault: 'tooLarge' };
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    for (const scale of [1, 2 / 3, 1 / 3]) {
      const png = draw(picture, scale);
      if (png === null) return { fault: 'unreadable' };
      if ((png.length * 3) / 4 <= mostBytes) return { png };
    }
    return { fault: 'tooLarge' };
  } catch {
    return { fault: 'unreadable' };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function draw(picture: HTMLImageElement, scale: number): string | null {
  // An SVG may have no size of its own.
  const width = picture.naturalWidth || most.width;
  const height = picture.naturalHeight || most.height;
  const fit = Math.min(1, most.width / width, most.height / height) * scale;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * fit));
  canvas.height = Math.max(1, Math.round(height * fit));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').split(',')[1] ?? null;
}
