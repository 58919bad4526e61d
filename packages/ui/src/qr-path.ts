/** Modules of a QR code; `get` returns whether a module is dark. */
export interface QrModules {
  readonly size: number;
  get(x: number, y: number): boolean;
}

/** Width of the light margin around a QR code, in modules (ISO/IEC 18004, 5.3.8). */
export const QR_QUIET_ZONE = 4;

/** Draws the dark modules of a QR code as an SVG path of horizontal runs; a module is one unit wide and high. */
export function qrPath(code: QrModules): string {
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (x < code.size && code.get(x, y)) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  }
  return path;
}
