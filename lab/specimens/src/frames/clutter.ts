import type { SeededRandom } from '../mrz/seeded-random.ts';
import { type Canvas, type Colour, coverageAt, hsl, mix, paint, shade, wholeOf } from './canvas.ts';
import type { FramePoint } from './pose.ts';

/** Paints one thing onto a frame. Things are chosen once and painted the same into every frame of a sequence. */
export type Thing = (canvas: Canvas) => void;

/** Returns the distance to a border in px, negative inside. */
type Shape = (x: number, y: number) => number;

/** Creates a random object found on tables. None shows a complete outline of a card or page. */
export function createThing(frame: { width: number; height: number }, random: SeededRandom): Thing {
  const unit = Math.max(frame.width, frame.height) / 320;
  const place = { x: random.between(0, frame.width), y: random.between(0, frame.height) };
  const make = random.pick([createPen, createCup, createPhone, createSheetOffFrame, createCable, createKeys]);
  return make(place, unit, frame, random);
}

type MakeThing = (
  place: FramePoint,
  unit: number,
  frame: { width: number; height: number },
  random: SeededRandom,
) => Thing;

const createPen: MakeThing = (place, unit, _frame, random) => {
  const body = capsule(
    place,
    random.between(0, Math.PI),
    random.between(40, 110) * unit,
    random.between(2, 5) * unit,
  );
  const colour = randomColour(random);
  return (canvas) =>
    paintWithShadow(canvas, body, 3 * unit, (x, y) => shade(colour, 0.8 - (0.12 * body(x, y)) / unit));
};

const createCup: MakeThing = (place, unit, _frame, random) => {
  const radius = random.between(14, 45) * unit;
  const rim = (x: number, y: number): number => Math.sqrt((x - place.x) ** 2 + (y - place.y) ** 2) - radius;
  const outside = randomColour(random);
  const drink = mix(hsl(25, 0.6, 0.15), outside, random.chance(0.5) ? 0 : 0.8);
  return (canvas) =>
    paintWithShadow(canvas, rim, 8 * unit, (x, y) => (rim(x, y) < -0.15 * radius ? drink : outside));
};

const createPhone: MakeThing = (place, unit, _frame, random) => {
  const height = random.between(80, 150) * unit;
  const body = box(place, random.between(0, Math.PI), height, height / random.between(2.02, 2.2), 7 * unit);
  const colour = hsl(0, 0, random.between(0.02, 0.2));
  const screen = random.chance(0.4) ? randomColour(random) : shade(colour, 0.7);
  return (canvas) =>
    paintWithShadow(canvas, body, 4 * unit, (x, y) => (body(x, y) < -4 * unit ? screen : colour));
};

/** Creates paper, a book or a laptop that extends beyond the frame. */
const createSheetOffFrame: MakeThing = (place, unit, frame, random) => {
  const size = random.between(220, 420) * unit;
  const angle = random.between(0, Math.PI);
  const away = Math.atan2(place.y - frame.height / 2, place.x - frame.width / 2);
  const reach = Math.hypot(frame.width, frame.height) / 2 + size * random.between(-0.05, 0.3);
  const centre = {
    x: frame.width / 2 + reach * Math.cos(away),
    y: frame.height / 2 + reach * Math.sin(away),
  };
  const sheet = box(centre, angle, size, size / random.between(1.2, 1.6), random.between(0, 4) * unit);
  const paper = random.chance(0.6) ? hsl(45, 0.1, random.between(0.75, 0.97)) : randomColour(random);
  const ink = shade(paper, 0.45);
  const ruled = random.chance(0.6);
  return (canvas) =>
    paintWithShadow(canvas, sheet, 3 * unit, (x, y) => {
      const line = (x * Math.sin(angle) - y * Math.cos(angle)) / (5 * unit);
      const letter = Math.sin((x * Math.cos(angle) + y * Math.sin(angle)) / unit + Math.floor(line) * 7);
      const printed = ruled && sheet(x, y) < -12 * unit && ((line % 1) + 1) % 1 < 0.4 && letter > -0.4;
      return printed ? ink : paper;
    });
};

const createCable: MakeThing = (place, unit, frame, random) => {
  const width = random.between(1, 2.2) * unit;
  const swing = random.between(5, 40) * unit;
  const wave = random.between(20, 80) * unit;
  const angle = random.between(0, Math.PI);
  const colour = hsl(0, 0, random.between(0.03, 0.95));
  const distance: Shape = (x, y) => {
    const along = (x - place.x) * Math.cos(angle) + (y - place.y) * Math.sin(angle);
    const off =
      (y - place.y) * Math.cos(angle) - (x - place.x) * Math.sin(angle) - swing * Math.sin(along / wave);
    const slope = (swing / wave) * Math.cos(along / wave);
    return Math.abs(off) / Math.sqrt(1 + slope * slope) - width;
  };
  return (canvas) => {
    if (frame.width > 0) paintWithShadow(canvas, distance, 2 * unit, () => colour);
  };
};

/** Creates rows of keys, with many short parallel edges. */
const createKeys: MakeThing = (place, unit, _frame, random) => {
  const key = random.between(9, 16) * unit;
  const columns = random.integer(4, 12);
  const rows = random.integer(2, 4);
  const angle = random.between(-0.5, 0.5);
  const colour = hsl(0, 0, random.between(0.05, 0.9));
  const cap = shade(colour, random.between(0.6, 1.3));
  const board = box(place, angle, columns * key, rows * key, 2 * unit);
  return (canvas) =>
    paintWithShadow(canvas, board, 2 * unit, (x, y) => {
      const u = ((x - place.x) * Math.cos(angle) + (y - place.y) * Math.sin(angle)) / key;
      const v = ((y - place.y) * Math.cos(angle) - (x - place.x) * Math.sin(angle)) / key;
      const gap = 0.12;
      return ((u % 1) + 1) % 1 > gap && ((v % 1) + 1) % 1 > gap ? cap : colour;
    });
};

/** Creates a finger that enters from outside the frame and ends at a point. */
export function createFinger(
  tip: FramePoint,
  from: FramePoint,
  radiusPx: number,
  random: SeededRandom,
): Thing {
  const skin = hsl(random.between(12, 32), random.between(0.25, 0.55), random.between(0.22, 0.78));
  const length = Math.hypot(from.x - tip.x, from.y - tip.y);
  const angle = Math.atan2(from.y - tip.y, from.x - tip.x);
  const middle = { x: (tip.x + from.x) / 2, y: (tip.y + from.y) / 2 };
  const body = capsule(middle, angle, length, radiusPx);
  return (canvas) =>
    paintWithShadow(canvas, body, radiusPx * 0.5, (x, y) =>
      shade(skin, 0.75 - 0.3 * (body(x, y) / radiusPx)),
    );
}

/** Paints a shape with a soft shadow to its lower right. */
function paintWithShadow(
  canvas: Canvas,
  shape: Shape,
  shadowPx: number,
  colour: (x: number, y: number) => Colour,
): void {
  const offset = shadowPx * 0.5;
  paint(
    canvas,
    wholeOf(canvas),
    (x, y) => 0.35 * Math.max(0, Math.min(1, 0.5 - shape(x - offset, y - offset) / shadowPx)),
    () => [0, 0, 0],
  );
  paint(canvas, wholeOf(canvas), (x, y) => coverageAt(shape(x, y)), colour);
}

function capsule(middle: FramePoint, angle: number, length: number, radius: number): Shape {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const half = Math.max(0, length / 2 - radius);
  return (x, y) => {
    const along = (x - middle.x) * dx + (y - middle.y) * dy;
    const nearest = Math.max(-half, Math.min(half, along));
    return Math.sqrt((x - middle.x - nearest * dx) ** 2 + (y - middle.y - nearest * dy) ** 2) - radius;
  };
}

function box(middle: FramePoint, angle: number, length: number, width: number, radius: number): Shape {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => {
    const along = Math.abs((x - middle.x) * dx + (y - middle.y) * dy) - length / 2 + radius;
    const across = Math.abs((y - middle.y) * dx - (x - middle.x) * dy) - width / 2 + radius;
    return (
      Math.sqrt(Math.max(along, 0) ** 2 + Math.max(across, 0) ** 2) +
      Math.min(0, Math.max(along, across)) -
      radius
    );
  };
}

function randomColour(random: SeededRandom): Colour {
  return hsl(random.between(0, 360), random.between(0, 0.7), random.between(0.05, 0.95));
}
