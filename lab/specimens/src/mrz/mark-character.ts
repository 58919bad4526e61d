import type { GrayPicture } from './frame-optics.ts';
import type { MrzFrame } from './mrz-frame.ts';

/** A scratch, hair or stain: a stroke with round ends. Positions and lengths are in pitches from the character's middle. */
export interface CharacterMark {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  /** Angle in degrees, clockwise from the line. */
  readonly angle: number;
  /** Grey value 0 to 255: bright for a scratch that shows paper, dark for a hair. */
  readonly gray: number;
}

/** Returns the picture of a frame with a mark on one character. */
export function markCharacter(
  frame: MrzFrame,
  line: number,
  column: number,
  mark: CharacterMark,
): GrayPicture {
  const { image, pitchPx } = frame;
  const centre = frame.characterCentre(line, column);
  const [cos, sin] = [Math.cos((mark.angle * Math.PI) / 180), Math.sin((mark.angle * Math.PI) / 180)];
  const data = image.data.slice();
  for (let y = 0, at = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++, at++) {
      const dx = (x - centre.x) / pitchPx - mark.x;
      const dy = (y - centre.y) / pitchPx - mark.y;
      const beyond = Math.max(Math.abs(dx * cos + dy * sin) - mark.length / 2, 0);
      const awayPx = (Math.hypot(beyond, dy * cos - dx * sin) - mark.width / 2) * pitchPx;
      // The edge is as soft as with a good lens.
      const share = Math.max(0, Math.min(1, 0.5 - awayPx / 1.6));
      data[at] = data[at]! * (1 - share) + mark.gray * share;
    }
  }
  return { ...image, data };
}
