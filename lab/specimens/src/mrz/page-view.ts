import type { MrzPage } from './mrz-page.ts';

/** View of the camera on the page. Angles in radians, lengths in pitches of the zone. */
export interface PageView {
  readonly roll: number;
  /** Rotation around the vertical axis. */
  readonly yaw: number;
  /** Rotation around the horizontal axis. */
  readonly pitch: number;
  /** Pixels of the frame per character, at the middle of the zone. */
  readonly pitchPx: number;
  /** How far the page bulges towards the camera, and its shape: 0 an arch, 1 a curl at one end. */
  readonly bulge: number;
  readonly curl: number;
  /** How far the page rises along a fold in its middle; 0 without a fold. */
  readonly fold: number;
}

/** The frame's size and the position of the zone's middle in it. */
export interface FrameGeometry {
  readonly width: number;
  readonly height: number;
  readonly centreX: number;
  readonly centreY: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Distance from the fold within which the page is lifted, in halves of its width. */
const FOLD_REACH = 0.12;

/** Distance of the camera, in pitches: an arm's length, about 35 cm. */
const DISTANCE = 140;

/** Maps positions on the page to positions in the frame and back. */
export interface PageProjection {
  /** Maps as if the page were flat; a bulge moves a point by less than its height. */
  toFrame(page: Place): Place;
  /** Writes the position on the page that is seen at a pixel of the frame. */
  toPage(x: number, y: number, out: { x: number; y: number }): void;
}

/** Creates the projection of a pinhole camera that looks at the middle of the zone. */
export function projectPage(page: MrzPage, view: PageView, frame: FrameGeometry): PageProjection {
  const centre = zoneCentre(page);
  const [cosRoll, sinRoll] = [Math.cos(view.roll), Math.sin(view.roll)];
  const [cosYaw, sinYaw] = [Math.cos(view.yaw), Math.sin(view.yaw)];
  const [cosPitch, sinPitch] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  // Columns of the rotation: directions of the page's right, its down and its normal, seen from the camera.
  const right = rotate(cosYaw, sinYaw * sinPitch, -sinYaw * cosPitch);
  const down = rotate(0, cosPitch, sinPitch);
  const normal = rotate(sinYaw, -cosYaw * sinPitch, cosYaw * cosPitch);
  const focal = view.pitchPx * DISTANCE;

  function rotate(x: number, y: number, z: number): readonly [number, number, number] {
    return [x * cosRoll - y * sinRoll, x * sinRoll + y * cosRoll, z];
  }

  /** Finds the point at which the ray through a pixel meets the plane `height` above the page. */
  function meet(rayX: number, rayY: number, height: number, out: { x: number; y: number }): void {
    // camera point = height * normal + u * right + v * down + (0, 0, DISTANCE) = t * (rayX, rayY, 1)
    const towards = normal[0] * rayX + normal[1] * rayY + normal[2];
    const t = (normal[2] * DISTANCE + height) / towards;
    const x = t * rayX - height * normal[0];
    const y = t * rayY - height * normal[1];
    const z = t - DISTANCE - height * normal[2];
    out.x = x * right[0] + y * right[1] + z * right[2];
    out.y = x * down[0] + y * down[1] + z * down[2];
  }

  /** Returns the height of the page over its plane, `u` pitches from the middle; negative towards the camera. */
  function heightAt(u: number): number {
    const along = Math.min(1, Math.max(-1, (2 * u) / page.columns));
    const arch = 1 - along * along;
    const curl = ((along + 1) / 2) ** 3;
    const fold = Math.max(0, 1 - Math.abs(along) / FOLD_REACH);
    return -view.bulge * ((1 - view.curl) * arch + view.curl * curl) - view.fold * fold;
  }

  return {
    toFrame({ x, y }) {
      const u = (x - centre.x) / page.pitchPx;
      const v = (y - centre.y) / page.pitchPx;
      const depth = DISTANCE + u * right[2] + v * down[2];
      return {
        x: frame.centreX + (focal * (u * right[0] + v * down[0])) / depth,
        y: frame.centreY + (focal * (u * right[1] + v * down[1])) / depth,
      };
    },
    toPage(x, y, out) {
      const rayX = (x - frame.centreX) / focal;
      const rayY = (y - frame.centreY) / focal;
      meet(rayX, rayY, 0, out);
      // The page is nearly flat, so three steps find the height under the pixel to a hundredth of a pitch.
      if (view.bulge !== 0 || view.fold !== 0)
        for (let step = 0; step < 3; step++) meet(rayX, rayY, heightAt(out.x), out);
      out.x = centre.x + out.x * page.pitchPx;
      out.y = centre.y + out.y * page.pitchPx;
    },
  };
}

/** Returns the middle of the zone on the page. */
export function zoneCentre(page: MrzPage): Place {
  return { x: page.left + (page.columns * page.pitchPx) / 2, y: (page.top + page.bottom) / 2 };
}

/** Returns the zone's corners on the page, clockwise from the top left, with a margin of half a pitch. */
export function zoneCorners(page: MrzPage): readonly [Place, Place, Place, Place] {
  const margin = page.pitchPx / 2;
  const left = page.left - margin;
  const right = page.left + page.columns * page.pitchPx + margin;
  const top = page.top - margin;
  const bottom = page.bottom + margin;
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
