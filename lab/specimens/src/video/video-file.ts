import { open, readFile } from 'node:fs/promises';
import { encodeJpeg, type Picture } from '../picture.ts';

const frameStart = Buffer.from('FRAME\n');

/** A video that is being written. */
export interface VideoFile {
  /** Adds a picture of the video's size. */
  write(picture: Picture): Promise<void>;
  /** @returns the size of the file, in bytes. */
  close(): Promise<number>;
}

/**
 * Creates a video of uncompressed pictures (YUV4MPEG2, yuv420p), which Chromium plays in a loop as its camera with
 * `--use-fake-device-for-media-stream --use-file-for-fake-video-capture=PATH`, where the name of the file must end in `.y4m`.
 * Motion JPEG would be smaller, but Chromium plays it at 30 frames per second and decodes every one: half a core at 1080 lines.
 *
 * @param size - even numbers of pixels.
 */
export async function createVideoFile(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
  framesPerSecond: number,
): Promise<VideoFile> {
  const file = await open(path, 'w');
  const header = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`;
  let bytes = (await file.write(header)).bytesWritten;
  return {
    async write(picture) {
      const frame = Buffer.concat([frameStart, toYuv420(picture)]);
      await file.writeFile(frame);
      bytes += frame.length;
    },
    async close() {
      await file.close();
      return bytes;
    },
  };
}

/**
 * Reads a video of {@link createVideoFile}.
 *
 * @returns its number of frames, and a function that returns one of them as a JPEG.
 */
export async function readVideoFile(
  path: string,
): Promise<{ readonly frames: number; jpegOf(frame: number): Promise<Buffer> }> {
  const file = await readFile(path);
  const headerBytes = file.indexOf('\n') + 1;
  const [, width = 0, height = 0] = (/W(\d+) H(\d+)/.exec(file.toString('latin1', 0, headerBytes)) ?? []).map(
    Number,
  );
  const frameBytes = frameStart.length + width * height * 1.5;
  return {
    frames: (file.length - headerBytes) / frameBytes,
    jpegOf(frame) {
      const end = headerBytes + (frame + 1) * frameBytes;
      const planes = file.subarray(end - frameBytes + frameStart.length, end);
      return encodeJpeg({ data: toRgba(planes, width, height), width, height });
    },
  };
}

/** Converts a picture as Chromium expects it (BT.601, luma 16 to 235), with one colour for each 2 × 2 pixels. */
function toYuv420({ data, width, height }: Picture): Uint8Array {
  const pixels = width * height;
  const planes = new Uint8ClampedArray(pixels * 1.5);
  for (let pixel = 0, at = 0; pixel < pixels; pixel++, at += 4)
    planes[pixel] = 16 + 0.2568 * data[at]! + 0.5041 * data[at + 1]! + 0.0979 * data[at + 2]!;
  const row = 4 * width;
  for (let y = 0, place = pixels; y < height; y += 2)
    for (let x = 0, at = y * row; x < width; x += 2, at += 8, place++) {
      const mean = (channel: number) =>
        (data[at + channel]! +
          data[at + 4 + channel]! +
          data[at + row + channel]! +
          data[at + row + 4 + channel]!) /
        4;
      const [red, green, blue] = [mean(0), mean(1), mean(2)];
      planes[place] = 128 - 0.1482 * red - 0.291 * green + 0.4392 * blue;
      planes[place + pixels / 4] = 128 + 0.4392 * red - 0.3678 * green - 0.0714 * blue;
    }
  return new Uint8Array(planes.buffer);
}

/** Reverses {@link toYuv420}. */
function toRgba(planes: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = width * height;
  const data = new Uint8ClampedArray(4 * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const place = pixels + (width / 2) * Math.floor(pixel / width / 2) + Math.floor((pixel % width) / 2);
    const light = 1.1644 * (planes[pixel]! - 16);
    const [blue, red] = [planes[place]! - 128, planes[place + pixels / 4]! - 128];
    data[4 * pixel] = light + 1.596 * red;
    data[4 * pixel + 1] = light - 0.3918 * blue - 0.813 * red;
    data[4 * pixel + 2] = light + 2.0172 * blue;
    data[4 * pixel + 3] = 255;
  }
  return new Uint8Array(data.buffer);
}
