import { createValueNoise } from '../frames/value-noise.ts';
import type { Picture } from '../picture.ts';
import { lightBeside, type ShadowCaster } from './page-shadow.ts';

/** Table that the document lies on. */
export type TableKind = 'oak' | 'walnut' | 'slate' | 'linen';

/** A piece of table seen from directly above; mirrored repetitions continue it beyond its edges. */
export interface Table {
  readonly picture: Picture;
  readonly pxPerMm: number;
}

const WIDTH_MM = 260;
const HEIGHT_MM = 180;
const PX_PER_MM = 4;

type Rgb = readonly [number, number, number];
type Surface = (xMm: number, yMm: number) => Rgb;
type Noise = ReturnType<typeof createValueNoise>;

const surfaces: Readonly<Record<TableKind, (seed: number) => Surface>> = {
  oak: (seed) => wood(seed, [142, 104, 66], [196, 157, 110]),
  walnut: (seed) => wood(seed, [58, 38, 26], [112, 76, 50]),
  slate: (seed) => slate(seed),
  linen: (seed) => linen(seed),
};

const drawn = new Map<string, Table>();

/** Draws a table top with the shadow of the document, if any, in its middle; once for the same arguments. */
export function drawTable(kind: TableKind, seed: number, page?: ShadowCaster): Table {
  const key = [kind, seed, page?.widthMm, page?.heightMm].join(' ');
  const known = drawn.get(key);
  if (known) return known;
  const table = page ? withShadow(drawTable(kind, seed), page) : drawSurface(surfaces[kind](seed));
  drawn.set(key, table);
  return table;
}

function drawSurface(surface: Surface): Table {
  const width = WIDTH_MM * PX_PER_MM;
  const height = HEIGHT_MM * PX_PER_MM;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, byte = 0; y < height; y++) {
    for (let x = 0; x < width; x++, byte += 4) {
      const [red, green, blue] = surface(x / PX_PER_MM, y / PX_PER_MM);
      data[byte] = red;
      data[byte + 1] = green;
      data[byte + 2] = blue;
      data[byte + 3] = 255;
    }
  }
  return { picture: { data, width, height }, pxPerMm: PX_PER_MM };
}

function withShadow({ picture, pxPerMm }: Table, page: ShadowCaster): Table {
  const { width, height } = picture;
  const data = picture.data.slice();
  for (let y = 0, byte = 0; y < height; y++) {
    for (let x = 0; x < width; x++, byte += 4) {
      const light = lightBeside(page, (x + 0.5 - width / 2) / pxPerMm, (y + 0.5 - height / 2) / pxPerMm);
      for (let channel = 0; channel < 3; channel++) data[byte + channel]! *= light;
    }
  }
  return { picture: { data, width, height }, pxPerMm };
}

/** Draws grain along x: wide growth bands, fine fibres, short dark pores. */
function wood(seed: number, dark: Rgb, light: Rgb): Surface {
  const [warps, fibres, pores] = noises(seed);
  return (x, y) => {
    const warp = 9 * warps(x / 130, y / 26);
    const band = 0.5 + 0.5 * Math.sin(y * 0.42 + warp * 1.6);
    const fibre = fibres(x / 11, y * 2.6);
    const pore = pores(x / 5 + 90, y * 3.4) > 0.83 ? -0.16 : 0;
    return blend(dark, light, 0.2 + 0.36 * band + 0.36 * fibre + pore);
  };
}

function slate(seed: number): Surface {
  const [clouds, wisps, grains] = noises(seed);
  return (x, y) => {
    const cloud = 0.6 * clouds(x / 34, y / 34) + 0.4 * wisps(x / 9, y / 9);
    const grain = grains(x * 2.2, y * 2.2);
    return blend([52, 55, 60], [92, 96, 101], 0.65 * cloud + 0.35 * grain);
  };
}

function linen(seed: number): Surface {
  const [bendsX, bendsY, slubsX, slubsY] = noises(seed);
  return (x, y) => {
    const weave =
      0.25 * (Math.sin(x * 7.5 + bendsX(x / 4, y / 30)) + Math.sin(y * 7.5 + bendsY(x / 30, y / 4)));
    const slub = 0.5 * slubsX(x * 1.4, y / 9) + 0.5 * slubsY(x / 9, y * 1.4);
    return blend([150, 152, 150], [204, 203, 196], 0.45 + weave * 0.5 + 0.3 * (slub - 0.5));
  };
}

/** Creates the same noise four times, because each keeps the cell where it was last sampled. */
function noises(seed: number): readonly [Noise, Noise, Noise, Noise] {
  const noise = () => createValueNoise(seed);
  return [noise(), noise(), noise(), noise()];
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  const part = Math.max(0, Math.min(1, share));
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ];
}
