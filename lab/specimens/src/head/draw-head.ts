import type { Picture } from '../picture.ts';
import { headColour } from './head-colour.ts';
import { createHeadField, type HeadField } from './head-field.ts';
import { type HeadPose, turnIntoHead } from './head-pose.ts';
import type { HeadTraits, Rgb } from './head-traits.ts';
import { along, dot, unit, type Vector } from './vector.ts';

/** View of a head. */
export interface HeadView extends HeadPose {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly background: Rgb;
  /** 1 shows head and shoulders at full height; larger values come closer. */
  readonly zoom: number;
}

/** Half the height of the picture at a distance of one head unit (see `HeadTraits`), as with a portrait lens. */
const HALF_HEIGHT = 0.265;
const CAMERA: Vector = [0, -0.1, 6];

/** Depths between which rays are marched; every head lies between them. */
const NEAREST = 4.2;
const FARTHEST = 8;
const HIT = 0.003;
const MOST_STEPS = 70;

const KEY_LIGHT = unit(-0.45, 0.55, 0.8);
const FILL_LIGHT = unit(0.8, 0.15, 0.6);
const GLOSS = { skin: 12, eye: 10, hair: 26, clothes: 4 } as const;

/** Draws a synthetic head by marching rays through its distance field, one ray per pixel with a smoothed outline. */
export function drawHead(traits: HeadTraits, view: HeadView): Picture {
  const { widthPx: width, heightPx: height } = view;
  const turn = turnIntoHead(view);
  const scene: Scene = {
    traits,
    field: createHeadField(traits),
    camera: turn(...CAMERA),
    key: turn(...KEY_LIGHT),
    fill: turn(...FILL_LIGHT),
    pixelSize: (2 * HALF_HEIGHT) / (height * view.zoom),
  };
  const data = new Uint8Array(width * height * 4);
  for (let row = 0, byte = 0; row < height; row++) {
    const backdrop = view.background.map((channel) => channel * (1.03 - 0.12 * (row / height)));
    for (let column = 0; column < width; column++, byte += 4) {
      const x = (column + 0.5 - width / 2) * scene.pixelSize;
      const y = (height / 2 - row - 0.5) * scene.pixelSize;
      const ray = turn(...unit(x, y, -1));
      const { depth, cover } = march(scene, ray);
      const lit = cover > 0 ? shadePoint(scene, along(scene.camera, ray, depth)) : backdrop;
      for (let channel = 0; channel < 3; channel++) {
        const value = backdrop[channel]! * (1 - cover) + lit[channel]! * cover;
        data[byte + channel] = Math.max(0, Math.min(255, value));
      }
      data[byte + 3] = 255;
    }
  }
  return { data, width, height };
}

interface Scene {
  readonly traits: HeadTraits;
  readonly field: HeadField;
  readonly camera: Vector;
  readonly key: Vector;
  readonly fill: Vector;
  /** Size of a pixel at a distance of one. */
  readonly pixelSize: number;
}

/**
 * Marches a ray to the surface. A ray that passes it within a pixel covers part of its pixel, which smooths the outline without
 * more rays.
 */
function march({ field, camera, pixelSize }: Scene, ray: Vector): { depth: number; cover: number } {
  let depth = NEAREST;
  let closest = Number.POSITIVE_INFINITY;
  let closestDepth = depth;
  for (let step = 0; step < MOST_STEPS && depth < FARTHEST; step++) {
    const distance = field.distance(
      camera[0] + ray[0] * depth,
      camera[1] + ray[1] * depth,
      camera[2] + ray[2] * depth,
    );
    if (distance < HIT) return { depth, cover: 1 };
    const pixels = distance / (pixelSize * depth);
    if (pixels < closest) [closest, closestDepth] = [pixels, depth];
    depth += distance * 0.85;
  }
  return { depth: closestDepth, cover: Math.max(0, 1 - closest) };
}

function shadePoint({ traits, field, key, fill }: Scene, place: Vector): number[] {
  const material = field.material(...place);
  const normal = normalAt(field, place);
  const open = openness(field, place, normal);
  const fromKey = Math.max(0, dot(normal, key));
  const light = open * (0.5 + 0.42 * fromKey + 0.18 * Math.max(0, dot(normal, fill)));
  const gloss = GLOSS[material] * fromKey ** 18 * open;
  return headColour(traits, material, ...place).map((channel) => channel * light + gloss);
}

/** Returns the direction in which the field grows fastest, from four samples at the corners of a tetrahedron. */
function normalAt(field: HeadField, [x, y, z]: Vector): Vector {
  const reach = 0.004;
  const a = field.distance(x + reach, y - reach, z - reach);
  const b = field.distance(x - reach, y - reach, z + reach);
  const c = field.distance(x - reach, y + reach, z - reach);
  const d = field.distance(x + reach, y + reach, z + reach);
  return unit(a - b - c + d, -a - b + c + d, -a + b - c + d);
}

/** Returns how much ambient light reaches a point: less in hollows, where the field grows more slowly than the distance. */
function openness(field: HeadField, place: Vector, normal: Vector): number {
  const hidden = [0.06, 0.16].map((reach) => 1 - field.distance(...along(place, normal, reach)) / reach);
  return Math.max(0.45, 1 - 0.38 * Math.max(0, hidden[0]! + hidden[1]!));
}
