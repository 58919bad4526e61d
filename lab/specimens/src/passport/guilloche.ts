import { units } from './print-text.ts';

/** Draws fine waves across a field, each slightly shifted against the one above, as in security printing. Millimetres. */
export function waveField(field: {
  width: number;
  height: number;
  every: number;
  colour: string;
  lean: number;
}): string {
  const { width, height, every, colour, lean } = field;
  const lines: string[] = [];
  for (let y = -4; y < height + 4; y += every) {
    const points = Array.from({ length: Math.ceil(width / 2) + 2 }, (_, step) => {
      const x = step * 2;
      const swing = 1.7 * Math.sin(x / 7 + y * lean) + 0.8 * Math.sin(x / 2.9 - y * 0.5);
      return `${units(x)} ${units(y + swing)}`;
    });
    lines.push(`M${points.join('L')}`);
  }
  return stroke(lines.join(''), colour, 0.07);
}

/** Draws a rosette: repeated petals, each slightly rotated and smaller. */
export function rosette(place: {
  x: number;
  y: number;
  radius: number;
  petals: number;
  colour: string;
}): string {
  const { x, y, radius, petals, colour } = place;
  const steps = petals * 16;
  const curves = Array.from({ length: 9 }, (_, copy) => {
    const reach = radius * (1 - copy * 0.07);
    const points = Array.from({ length: steps }, (_, step) => {
      const turn = (step / steps) * 2 * Math.PI;
      const distance = reach * (0.8 + 0.2 * Math.cos(petals * turn + copy * 0.7));
      return `${units(x + distance * Math.cos(turn))} ${units(y + distance * Math.sin(turn))}`;
    });
    return `M${points.join('L')}Z`;
  });
  return stroke(curves.join(''), colour, 0.08);
}

function stroke(d: string, colour: string, widthMm: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${units(widthMm)}" stroke-linejoin="round"/>`;
}
