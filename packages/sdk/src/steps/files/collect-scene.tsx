import type { CollectTask } from '../../flow/collecting.ts';
import { CaptureScene, type Flaw } from '../../ui/parts/camera/document-scene.tsx';

/** Part of the document that the scene highlights. */
export type Spot = 'address' | 'date' | 'number';

interface CollectSceneProps {
  readonly task: CollectTask;
  readonly flaw?: Flaw | undefined;
  readonly spot?: Spot | undefined;
}

const spots: Readonly<Record<Spot, { x: number; y: number; width: number; height: number }>> = {
  address: { x: 116, y: 55, width: 50, height: 30 },
  date: { x: 170, y: 40, width: 36, height: 14 },
  number: { x: 91, y: 98, width: 138, height: 18 },
};

/** Draws a letter or a payment card in front of the camera. */
export function CollectScene({ task, flaw, spot }: CollectSceneProps) {
  return (
    <CaptureScene flaw={flaw}>
      {task.of === 'card' ? <PaymentCard side={task.side} /> : <Letter />}
      {spot && <rect class="mark" {...spots[spot]} rx="4" />}
    </CaptureScene>
  );
}

function Letter() {
  return (
    <>
      <rect class="paper" x="110" y="32" width="100" height="126" rx="5" />
      <path class="print" d="M120 47h30M176 47h24M122 63h38M122 70h30M122 77h34" />
      <path class="print" d="M120 98h80M120 109h80M120 120h72M120 131h80M120 142h48" opacity=".6" />
    </>
  );
}

/**
 * Draws the card with the number's middle (front) and the security code (back) covered. Users may cover the first, and are
 * asked to cover the second.
 */
function PaymentCard({ side }: { readonly side: 'front' | 'back' }) {
  return (
    <>
      <rect class="paper" x="85" y="47" width="150" height="96" rx="9" />
      {side === 'front' ? (
        <>
          <path class="band" d="M85 65V56a9 9 0 0 1 9-9h132a9 9 0 0 1 9 9v9z" />
          <rect class="band" x="97" y="75" width="26" height="19" rx="3" />
          <path class="code" d="M97 107h43M189 107h34" />
          <rect class="covered" x="144" y="100" width="41" height="14" rx="3" />
          <path class="print" d="M97 129h50M199 129h24" />
        </>
      ) : (
        <>
          <path class="stripe" d="M85 58h150v18H85z" />
          <rect class="band" x="97" y="88" width="84" height="16" rx="3" />
          <rect class="covered" x="187" y="88" width="30" height="16" rx="3" />
          <path class="print" d="M97 121h110M97 131h64" />
        </>
      )}
    </>
  );
}
