import { encodeJpeg, renderHead, specimenBearer, specimenSibling, specimenStranger } from '@vendor/specimens';
import { expect, it } from 'vitest';
import type { Face } from '../src/selfie/face.ts';
import { measureLikeness } from '../src/selfie/likeness.ts';
import { measureFrame } from '../src/selfie/measure-frame.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';

const heads = { bearer: specimenBearer, sibling: specimenSibling, stranger: specimenStranger };

/** Turn to either side, and minimum likeness of a head with itself: see docs/liveness.md. */
const trials = [
  { turnDeg: 20, least: 0.75 },
  { turnDeg: 30, least: 0.65 },
  { turnDeg: 40, least: 0.55 },
  { turnDeg: 50, least: 0.5 },
];

it('measures high likeness of one head in one session throughout its turns', async () => {
  const engine = await openFaceEngine();
  const lookAtHead = async (traits: typeof specimenBearer, yawDeg: number): Promise<Face> => {
    const picture = await renderHead({ traits, yawDeg, zoom: 0.8, widthPx: 480, heightPx: 480 });
    const file = await encodeJpeg(picture);
    const view = await measureFrame(engine, { pose: 'straight', file, receivedAt: 0 });
    if ('refusal' in view) throw new Error(view.refusal);
    return view.faces[0]!;
  };
  const straight = new Map<object, Face>();
  for (const traits of Object.values(heads)) straight.set(traits, await lookAtHead(traits, 0));
  for (const { turnDeg, least } of trials) {
    const likenesses: number[] = [];
    for (const traits of Object.values(heads)) {
      const faces = [
        await lookAtHead(traits, -turnDeg),
        straight.get(traits)!,
        await lookAtHead(traits, turnDeg),
      ];
      for (const [one, other] of [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const)
        likenesses.push(measureLikeness(faces[one]!.descriptor, faces[other]!.descriptor));
    }
    const lowest = Math.min(...likenesses);
    process.stdout.write(`turned by ${turnDeg}° either way: ${lowest.toFixed(2)} at least\n`);
    expect(lowest).toBeGreaterThan(least);
  }
});
