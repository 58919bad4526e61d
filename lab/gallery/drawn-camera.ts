/** Draws a camera's picture, so that the camera screen can be shown without a camera. */

import type { Outline } from '../../packages/sdk/src/session/view.ts';

const INK = '#27324a';

const TILT = 0.02;
const sizesMm = { passport: [125, 88], card: [100, 63.2] } as const;

export type DrawnDocument = keyof typeof sizesMm;

/** Draws a document on a table, on a canvas of the given size in pixels. */
export function drawTable(kind: DrawnDocument, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no canvas.');
  drawWood(context, width, height);
  context.translate(width / 2, height / 2);
  context.rotate(TILT);
  const scale = pixelsPerMm(width, height);
  context.scale(scale, scale);
  if (kind === 'passport') drawDataPage(context);
  else drawCardBack(context);
  return canvas;
}

/** Returns the corners of the drawn document, as shares of the picture. */
export function drawnOutline(kind: DrawnDocument, width: number, height: number): Outline {
  const [half, halfHeight] = sizesMm[kind].map((size) => (size / 2) * pixelsPerMm(width, height)) as [
    number,
    number,
  ];
  const corner = (x: number, y: number) =>
    [
      0.5 + (x * Math.cos(TILT) - y * Math.sin(TILT)) / width,
      0.5 + (x * Math.sin(TILT) + y * Math.cos(TILT)) / height,
    ] as const;
  return [
    ...corner(-half, -halfHeight),
    ...corner(half, -halfHeight),
    ...corner(half, halfHeight),
    ...corner(-half, halfHeight),
  ];
}

function pixelsPerMm(width: number, height: number): number {
  return Math.min(width * 0.72, height * 0.7 * 1.42) / 125;
}

function drawWood(context: CanvasRenderingContext2D, width: number, height: number): void {
  const light = context.createRadialGradient(
    width * 0.3,
    height * 0.2,
    0,
    width * 0.5,
    height * 0.5,
    height * 0.8,
  );
  light.addColorStop(0, '#7b5b43');
  light.addColorStop(1, '#3d2b20');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = 'rgba(20, 10, 5, 0.14)';
  for (let y = 0; y < height; y += 9) {
    context.lineWidth = 1 + ((y * 7) % 3);
    context.beginPath();
    context.moveTo(0, y + Math.sin(y) * 4);
    context.bezierCurveTo(width * 0.3, y + 12, width * 0.6, y - 12, width, y + Math.cos(y) * 6);
    context.stroke();
  }
}

function drawPaper(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.shadowColor = 'rgba(0, 0, 0, 0.5)';
  context.shadowBlur = 30;
  context.fillStyle = '#eef1ea';
  context.beginPath();
  context.roundRect(-width / 2, -height / 2, width, height, 3.5);
  context.fill();
  context.shadowColor = 'transparent';
}

/** Draws the data page of ICAO Doc 9303's specimen (Utopia, Eriksson); sizes in millimetres. */
function drawDataPage(context: CanvasRenderingContext2D): void {
  drawPaper(context, 125, 88);
  context.fillStyle = '#c9d3dd';
  context.fillRect(-57, -30, 34, 44);
  context.fillStyle = '#8593a5';
  context.beginPath();
  // The angle 7 is more than a full turn.
  context.arc(-40, -13, 8, 0, 7);
  context.fill();
  context.beginPath();
  context.ellipse(-40, 14, 14, 16, 0, Math.PI, 0);
  context.fill();
  context.fillStyle = INK;
  context.font = '600 4.6px sans-serif';
  context.fillText('UTOPIA   PASSPORT', -57, -35);
  context.font = '4px sans-serif';
  for (const [row, text] of [
    'ERIKSSON',
    'ANNA MARIA',
    'UTOPIAN',
    '12 AUG / AOUT 74',
    'L898902C3',
  ].entries()) {
    context.fillText(text, -17, -24 + row * 9);
  }
  context.font = '4.7px monospace';
  context.fillText('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', -57, 28, 114);
  context.fillText('L898902C36UTO7408122F1204159ZE184226B<<<<<10', -57, 36, 114);
}

function drawCardBack(context: CanvasRenderingContext2D): void {
  context.scale(0.8, 0.8);
  drawPaper(context, 125, 79);
  context.fillStyle = INK;
  context.font = '7.200px monospace';
  context.fillText('I<UTOD231458907<<<<<<<<<<<<<<<', -56, 12, 112);
  context.fillText('7408122F1204159UTO<<<<<<<<<<<6', -56, 22, 112);
  context.fillText('ERIKSSON<<ANNA<MARIA<<<<<<<<<<', -56, 32, 112);
}
