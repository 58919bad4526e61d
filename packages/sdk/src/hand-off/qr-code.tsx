import { qrPath, QR_QUIET_ZONE as quietZone } from '@vendor/ui';
import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'preact/hooks';

/** Draws a QR code locally, so that no address leaves the page. Dark on light in both colour schemes, as readers expect. */
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

function drawn(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { size: code.size, path: qrPath(code) };
}
