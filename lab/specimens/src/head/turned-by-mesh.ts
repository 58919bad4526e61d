import type { Picture } from '../picture.ts';

/** A vertex of a face mesh: pixels of the picture, and the depth in the same unit, smaller if nearer. */
export interface MeshPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Transformation of a photograph. */
export interface MeshTurn {
  /** Rotation about the upright axis, in degrees; positive turns the face to its own left. */
  readonly degrees: number;
  /** Scale; values larger than one come closer. */
  readonly zoom?: number;
}

/** A face mesh of one photograph, with its triangles and outline. */
export interface FaceMesh {
  readonly places: readonly MeshPlace[];
  /** Three vertices each, by index. */
  readonly triangles: readonly number[];
  /** The closed outline of the face, by index. */
  readonly outline: readonly number[];
}

/** Rings around the face that move hair and background with it, less and less. */
const RINGS = [
  { reach: 1.3, share: 0.75 },
  { reach: 1.8, share: 0.3 },
  { reach: 2.6, share: 0 },
] as const;

/**
 * Fakes a turned head from one photograph, as software does: rotates each triangle of its face mesh in space and paints it with
 * the photograph's own texture, farthest first. The surroundings of the face follow smoothly.
 */
export function turnedByMesh(
  picture: Picture,
  { places, triangles, outline }: FaceMesh,
  turn: MeshTurn,
): Picture {
  const { degrees, zoom = 1 } = turn;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middle = (of: (place: MeshPlace) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const centre = { x: middle(({ x }) => x), y: middle(({ y }) => y) };
  const axisZ = Math.max(...places.map(({ z }) => z));
  const enlarged = (x: number, y: number) => ({
    x: picture.width / 2 + (x - picture.width / 2) * zoom,
    y: picture.height / 2 + (y - picture.height / 2) * zoom,
  });
  const from = places.map(({ x, y }) => ({ x, y }));
  const moved = places.map(({ x, y, z }) => ({
    x: centre.x + (x - centre.x) * cos - (z - axisZ) * sin,
    y,
    depth: (z - axisZ) * cos + (x - centre.x) * sin,
  }));
  const drawn = [...triangles];
  let inner: readonly number[] = outline;
  for (const { reach, share } of RINGS) {
    const ring = outline.map((index) => {
      const { x, y } = from[index]!;
      const place = { x: centre.x + (x - centre.x) * reach, y: centre.y + (y - centre.y) * reach };
      const to = moved[index]!;
      from.push(place);
      moved.push({ x: place.x + share * (to.x - x), y: place.y + share * (to.y - y), depth: 1e3 * reach });
      return from.length - 1;
    });
    ring.forEach((index, at) => {
      const next = (at + 1) % ring.length;
      drawn.push(inner[at]!, inner[next]!, index, index, inner[next]!, ring[next]!);
    });
    inner = ring;
  }
  const to = moved.map(({ x, y }) => enlarged(x, y));
  const painted = { ...picture, data: new Uint8Array(picture.data.length) };
  for (let row = 0, byte = 0; row < picture.height; row++)
    for (let column = 0; column < picture.width; column++, byte += 4) {
      const x = picture.width / 2 + (column - picture.width / 2) / zoom;
      const y = picture.height / 2 + (row - picture.height / 2) / zoom;
      samplePixel(picture, x, y, painted.data, byte);
    }
  const order = Array.from({ length: drawn.length / 3 }, (_, index) => {
    const corners = [drawn[3 * index]!, drawn[3 * index + 1]!, drawn[3 * index + 2]!] as const;
    return { corners, depth: corners.reduce((sum, corner) => sum + moved[corner]!.depth, 0) };
  }).sort((one, other) => other.depth - one.depth);
  for (const { corners } of order)
    paintTriangle(
      picture,
      painted,
      corners.map((c) => from[c]!),
      corners.map((c) => to[c]!),
    );
  return painted;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Paints the content of one triangle of a picture into another triangle. */
function paintTriangle(
  picture: Picture,
  painted: Picture,
  from: readonly Place[],
  to: readonly Place[],
): void {
  const [a, b, c] = to as [Place, Place, Place];
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (Math.abs(area) < 1e-6) return;
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)));
  const right = Math.min(painted.width - 1, Math.ceil(Math.max(a.x, b.x, c.x)));
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)));
  const bottom = Math.min(painted.height - 1, Math.ceil(Math.max(a.y, b.y, c.y)));
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const second = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const third = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      const first = 1 - second - third;
      if (first < -1e-6 || second < -1e-6 || third < -1e-6) continue;
      const fromX = first * from[0]!.x + second * from[1]!.x + third * from[2]!.x;
      const fromY = first * from[0]!.y + second * from[1]!.y + third * from[2]!.y;
      samplePixel(picture, fromX, fromY, painted.data, 4 * (y * painted.width + x));
    }
}

/** Writes the colour interpolated between the four nearest pixels; outside the picture, that of its border. */
function samplePixel(
  { data, width, height }: Picture,
  x: number,
  y: number,
  to: Uint8Array,
  byte: number,
): void {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [across, down] = [left - column, top - row];
  const at = 4 * (row * width + column);
  for (let channel = 0; channel < 3; channel++) {
    const upper = data[at + channel]! * (1 - across) + data[at + 4 + channel]! * across;
    const below = at + 4 * width + channel;
    const lower = data[below]! * (1 - across) + data[below + 4]! * across;
    to[byte + channel] = upper * (1 - down) + lower * down;
  }
  to[byte + 3] = 255;
}
