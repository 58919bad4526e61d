/** The pattern: single-colour fields, whose edges coincide with the block boundaries of a JPEG. */
const columns = 4;
const rows = 3;
const fieldPx = 80;

/**
 * Maximum mean square of the differences that counts as encoding loss, out of 255²: noise in the lowest bits results in 1,
 * noise in a few percent of the pixels in more than this.
 */
const maxMeanSquare = 100;

/** Returns the colour of a field: red, green and blue, 0..255. */
const colourOf = (field: number) =>
  [field * 83 + 20, field * 151 + 60, field * 211 + 120].map((c) => c % 256);

/**
 * Draws a known pattern and reads it back, as pixels and as a JPEG. Browsers and extensions that protect against fingerprinting
 * return noise or white instead, which would silently destroy a picture of a document.
 *
 * @returns false if the result differs from the pattern; true as well if the browser has no means to check.
 */
export async function readsCanvas(
  document: Pick<Document, 'createElement'> = globalThis.document,
): Promise<boolean> {
  const blank = () => {
    const canvas = document.createElement('canvas');
    canvas.width = columns * fieldPx;
    canvas.height = rows * fieldPx;
    return canvas;
  };
  const canvas = blank();
  const context = canvas.getContext('2d');
  const second = blank().getContext('2d', { willReadFrequently: true });
  // The failure is reported where a picture is drawn.
  if (!context || !second) return true;
  for (let field = 0; field < columns * rows; field += 1) {
    context.fillStyle = `rgb(${colourOf(field)})`;
    context.fillRect((field % columns) * fieldPx, Math.floor(field / columns) * fieldPx, fieldPx, fieldPx);
  }
  try {
    second.drawImage(canvas, 0, 0);
    if (!showsPattern(second)) return false;
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    if (!jpeg) return false;
    if (typeof createImageBitmap !== 'function') return true;
    second.drawImage(await createImageBitmap(jpeg), 0, 0);
    return showsPattern(second);
  } catch {
    return false; // reading is forbidden, or the result is not a picture
  }
}

function showsPattern(context: CanvasRenderingContext2D): boolean {
  const width = columns * fieldPx;
  const { data } = context.getImageData(0, 0, width, rows * fieldPx);
  let sum = 0;
  let count = 0;
  // Samples pixels at an odd stride, so that the columns vary.
  for (let pixel = 0; pixel * 4 < data.length; pixel += 31) {
    const column = Math.floor((pixel % width) / fieldPx);
    const row = Math.floor(pixel / width / fieldPx);
    colourOf(row * columns + column).forEach((value, channel) => {
      sum += (value - (data[pixel * 4 + channel] ?? 0)) ** 2;
      count += 1;
    });
  }
  return sum / count <= maxMeanSquare;
}
