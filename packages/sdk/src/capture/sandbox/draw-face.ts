import { frameSize } from './frame-size.ts';

const { widthPx, heightPx } = frameSize;

/** Draws a fictitious face that turns from side to side and comes closer, repeatedly. */
export function drawFace(context: CanvasRenderingContext2D, seconds: number): void {
  const turn = Math.sin(seconds);
  const size = 1 + 0.15 * Math.sin(seconds / 2);
  context.resetTransform();
  context.fillStyle = '#cfd8dc';
  context.fillRect(0, 0, widthPx, heightPx);
  context.translate(widthPx / 2, heightPx / 2);
  context.scale(size, size);
  fillEllipse(context, '#5d4037', 0, -30, 158, 205);
  fillEllipse(context, '#d9ad8c', 0, 0, 142, 190);
  const shift = turn * 45;
  for (const side of [-1, 1]) {
    const x = shift + side * 52 * (1 - 0.15 * Math.abs(turn));
    fillEllipse(context, '#ffffff', x, -35, 24, 13);
    fillEllipse(context, '#3e2723', x + turn * 6, -35, 10, 12);
    fillEllipse(context, '#5d4037', x, -68, 30, 6);
  }
  fillEllipse(context, '#c49574', shift * 1.3, 25, 16, 34);
  fillEllipse(context, '#a1514b', shift, 95, 46, 13);
}

function fillEllipse(
  context: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.ellipse(x, y, radiusX, radiusY, 0, 0, 2 * Math.PI);
  context.fill();
}
