import { downscale, type MrzReading, type RgbaImage, readMrz, toGray } from '@vendor/vision';

/** Lines that are certain: as they were read, or as they are printed although they contradict themselves. Null: none are. */
export function certainLines(reading: MrzReading | null): readonly string[] | null {
  if (!reading) return null;
  return reading.accepted ? reading.lines : reading.contradiction;
}

/** At this scale, pixels fall on other points of the print, and characters are hardly smaller. */
const SECOND_LOOK_SCALE = 0.85;

/**
 * Reads the lines of a picture. Lines that contradict themselves are a finding against the document, so they count only if a
 * second look reads every character the same.
 */
export function readLines(image: RgbaImage): MrzReading | null {
  const reading = readMrz(toGray(image));
  if (!reading?.contradiction) return reading;
  const size = { widthPx: image.width * SECOND_LOOK_SCALE, heightPx: image.height * SECOND_LOOK_SCALE };
  const again = readMrz(toGray(downscale(image, size)));
  const isSame = again?.contradiction?.join('\n') === reading.contradiction.join('\n');
  return isSame ? reading : { ...reading, contradiction: null };
}
