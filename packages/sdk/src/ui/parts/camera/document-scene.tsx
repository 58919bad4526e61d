import type { DocumentSide, DocumentType } from '@vendor/contract';
import type { ComponentChildren } from 'preact';
import { type SideLayout, sideLayoutOf } from './document-shape.ts';

/** Flaw of the picture that the scene illustrates. */
export type Flaw =
  | 'blurred'
  | 'dark'
  | 'bright'
  | 'glare'
  | 'cut-off'
  | 'far'
  | 'missing'
  | 'lines'
  | 'other'
  | 'torn';

interface CaptureSceneProps {
  readonly flaw?: Flaw | undefined;
  /** Objects on the table. */
  readonly children: ComponentChildren;
}

interface DocumentSceneProps {
  readonly document: DocumentType;
  readonly side: DocumentSide;
  readonly flaw?: Flaw;
}

const placements: { readonly [F in Flaw]?: string } = {
  'cut-off': 'translate(92 40) rotate(7 160 95)',
  far: 'translate(88 52.3) scale(.45)',
};

/** Draws a document in the frame of the camera. */
export function DocumentScene({ document, side, flaw }: DocumentSceneProps) {
  return (
    <CaptureScene flaw={flaw}>
      <Paper layout={sideLayoutOf(document, side)} />
    </CaptureScene>
  );
}

/** Draws objects on a dark table inside the frame of the camera, as they should be or with the flaw of the last picture. */
export function CaptureScene({ flaw, children }: CaptureSceneProps) {
  return (
    <svg class="scene-drawing" viewBox="28 8 264 174" aria-hidden="true">
      {flaw !== 'missing' && (
        <g transform={flaw && placements[flaw]}>
          {flaw === 'blurred' &&
            ['-7 -3', '6 3'].map((shift) => (
              <g key={shift} opacity=".35" transform={`translate(${shift})`}>
                {children}
              </g>
            ))}
          <g opacity={flaw === 'blurred' ? '.55' : undefined}>{children}</g>
          {flaw === 'glare' && <Shine />}
          {flaw === 'torn' && <path class="tear" d="M78 104l26-14 18 16 22-18 24 17 20-15 26 16 28-18" />}
          {flaw === 'lines' && <rect class="mark" x="91" y="116" width="138" height="25" rx="5" />}
        </g>
      )}
      {flaw === 'missing' && (
        <path class="question" d="M147 84c0-8 6-13 13-13s13 5 13 12c0 9-13 10-13 20M160 116v.1" />
      )}
      {flaw === 'dark' && <rect class="shade" x="-160" width="640" height="190" />}
      {flaw === 'bright' && <rect class="haze" x="-160" width="640" height="190" />}
      <path class={flaw ? 'brackets flawed' : 'brackets'} d={BRACKETS} />
    </svg>
  );
}

const BRACKETS =
  'M68 48V38a12 12 0 0 1 12-12h10M230 26h10a12 12 0 0 1 12 12v10M252 142v10a12 12 0 0 1-12 12h-10M90 164H80a12 12 0 0 1-12-12v-10';

function Paper({ layout }: { readonly layout: SideLayout }) {
  switch (layout) {
    case 'page':
      return (
        <Sheet y={42} height={106}>
          <Portrait x={96} y={55} />
          <path class="print" d="M150 60h52M150 71h36M150 82h44M150 93h28" />
          <path class="code" d="M96 123h128M96 134h128" />
        </Sheet>
      );
    case 'card-front':
      return (
        <Sheet y={47} height={96}>
          <path class="band" d="M85 65V56a9 9 0 0 1 9-9h132a9 9 0 0 1 9 9v9z" />
          <Portrait x={97} y={77} />
          <path class="print" d="M150 82h62M150 93h42M150 104h54M150 115h34M150 126h46" />
        </Sheet>
      );
    case 'card-back':
      return (
        <Sheet y={47} height={96}>
          <rect class="band" x="97" y="58" width="44" height="20" rx="3" />
          <path class="print" d="M152 62h60M152 73h40M97 90h50" />
          <path class="code" d="M97 108h126M97 119h126M97 130h126" />
        </Sheet>
      );
  }
}

function Sheet({
  y,
  height,
  children,
}: {
  readonly y: number;
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <rect class="paper" x="85" y={y} width="150" height={height} rx="9" />
      {children}
    </>
  );
}

function Portrait({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="band" width="40" height="50" rx="4" />
      <path
        class="person"
        d="M20 13a8.5 8.5 0 0 1 0 17 8.5 8.5 0 0 1 0-17M5 50c1-10 7-15 15-15s14 5 15 15z"
      />
    </g>
  );
}

function Shine() {
  return (
    <>
      <ellipse class="shine" cx="188" cy="86" rx="44" ry="34" />
      <path class="star" d="M188 56c2 19 11 28 30 30-19 2-28 11-30 30-2-19-11-28-30-30 19-2 28-11 30-30z" />
    </>
  );
}
