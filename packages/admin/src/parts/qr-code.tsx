import { qrPath, QR_QUIET_ZONE as quietZone } from '@vendor/ui';
import { correction, generate } from 'lean-qr/nano';
import { useMemo } from 'preact/hooks';

/**
 * Draws a QR code in the page, so that the address in it is sent to nobody. Dark on light in both colour schemes, as readers
 * expect.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => generate(text, { minCorrectionLevel: correction.M }), [text]);
  const side = code.size + 2 * quietZone;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}>
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={qrPath(code)} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
