import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'preact/hooks';

/** So many light modules stay free around the code (ISO/IEC 18004, 5.3.8). */
const quietZone = 4;

/** A QR code, drawn here: no address leaves the page for it. Dark on light in both schemes, as readers expect. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  const side = size + 2 * quietZone;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}>
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** The modules as runs of each row, one unit high. */
function drawn(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (x < code.size && code.get(x, y)) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  }
  return { size: code.size, path };
}
