import { downscale, type MrzReading, type RgbaImage, readMrz, toGray } from '@vendor/vision';

/**
 * Returns the lines of a certain reading: as accepted, or as printed although they contradict themselves. Null if the reading
 * is uncertain.
 */
export function certainLines(reading: MrzReading | null): readonly string[] | null {
  if (!reading) return null;
  return reading.accepted ? reading.lines : reading.contradiction;
}

/** Scale of the second reading, at which pixels sample the print elsewhere, but characters are hardly smaller. */
const SECOND_LOOK_SCALE = 0.85;

/**
 * Reads the MRZ of a picture. An MRZ that contradicts itself is a finding against the document, so it counts only if a second
 * reading at another scale has the same characters.
 */
export function readPageMrz(image: RgbaImage): MrzReading | null {
  const reading = readMrz(toGray(image));
  if (!reading?.contradiction) return reading;
  const size = { widthPx: image.width * SECOND_LOOK_SCALE, heightPx: image.height * SECOND_LOOK_SCALE };
  const again = readMrz(toGray(downscale(image, size)));
  const isSame = again?.contradiction?.join('\n') === reading.contradiction.join('\n');
  return isSame ? reading : { ...reading, contradiction: null };
}
