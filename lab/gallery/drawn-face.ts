/** Draws the picture of a front camera, to show the screens of a selfie without a camera. The face is not a real person's. */
export function drawFace(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no canvas.');
  const wall = context.createLinearGradient(0, 0, width, height);
  wall.addColorStop(0, '#c9c4ba');
  wall.addColorStop(1, '#8f8a82');
  context.fillStyle = wall;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  const scale = Math.min(width, height) / 720;
  context.scale(scale, scale);
  const fill = (colour: string, draw: () => void) => {
    context.fillStyle = colour;
    context.beginPath();
    draw();
    context.fill();
  };
  // The angle 7 is more than a full turn, and draws the whole ellipse.
  fill('#3a4a68', () => context.ellipse(0, 470, 330, 230, 0, 0, 7));
  fill('#c99a7c', () => context.roundRect(-62, 120, 124, 190, 50));
  fill('#4a3626', () => context.ellipse(0, -60, 182, 215, 0, 0, 7));
  fill('#e0b294', () => context.ellipse(0, 0, 152, 200, 0, 0, 7));
  fill('#4a3626', () => context.ellipse(0, -150, 150, 80, 0, Math.PI, 0));
  for (const side of [-1, 1]) {
    fill('#f4f1ec', () => context.ellipse(side * 58, -20, 26, 13, 0, 0, 7));
    fill('#3d4f5c', () => context.arc(side * 58, -20, 11, 0, 7));
    fill('#4a3626', () => context.roundRect(side * 58 - 32, -58, 64, 11, 5));
  }
  fill('#cf9a7b', () => context.ellipse(0, 40, 22, 16, 0, 0, 7));
  fill('#a9605c', () => context.ellipse(0, 98, 48, 13, 0, 0, 7));
  return canvas;
}
