import type { Outcome } from '@vendor/contract';
import type { FaceMesh, Picture } from '@vendor/specimens';
import { expect, it } from 'vitest';
import { checkSelfie } from '../src/selfie/check-selfie.ts';
import { judgeLiveness } from '../src/selfie/judge-selfie.ts';
import { type FrameView, measureFrame } from '../src/selfie/measure-frame.ts';
import { openFaceEngine } from '../src/selfie/open-face-engine.ts';
import type { SelfieFrame } from '../src/selfie/selfie-task.ts';
import { showsCopy } from '../src/selfie/shows-copy.ts';
import { showsRepaintedFace } from '../src/selfie/shows-repainted.ts';
import { textureChange } from '../src/selfie/texture-change.ts';
import { meshOfFace } from './mesh-of-face.ts';
import {
  bentFrames,
  honestFrames,
  photographOfHead,
  photographOfMan,
  photographsFrames,
  replayFrames,
  simulatePortrait,
  warpedFrames,
} from './selfie-material.ts';

/**
 * Identities to measure, first and last. The limit was chosen on 1 to 9, 101 to 103, 110, 111, 118 to 120 and the man's first
 * nine photographs, and is independent of the others. Twenty of them take ten minutes of CPU:
 *
 *     IDENTITIES=121-140 npm run slow -- packages/checks/slow/one-photograph.test.ts
 */
const [from, to] = (process.env.IDENTITIES ?? '104-104').split('-').map(Number) as [number, number];
const isMeasurement = process.env.IDENTITIES !== undefined;

const honestKind = 'a head that turns';
/** Attacks that cannot be detected, because each picture shows a head that turned. */
const undetectedKinds = ['three photographs', 'a replayed video'];

interface Row {
  readonly kind: string;
  /** Whether the selfie is judged, rather than leading to a retry. */
  readonly isJudged: boolean;
  /** Whether the selfie is reported as possibly a single picture. */
  readonly isReported: boolean;
  readonly liveness: Outcome | 'retry';
  /** Smaller texture change of the two turns. */
  readonly change: number;
}

async function rowOf(kind: string, frames: readonly SelfieFrame[]): Promise<Row> {
  const engine = await openFaceEngine();
  const views: FrameView[] = [];
  for (const frame of frames) {
    const view = await measureFrame(engine, frame);
    if (!('refusal' in view)) views.push(view);
  }
  const faces = views.flatMap(({ pose, patch }) => (patch ? [{ pose, patch }] : []));
  const hasMoved = views.length === frames.length && judgeLiveness(views).kind === 'judged';
  const isJudged = hasMoved && !showsCopy(faces);
  const [first, ...turned] = faces.slice(0, 3);
  const changes = turned.map(({ patch }) => (first && textureChange(first.patch, patch)) ?? 0);
  const checked = await checkSelfie({ frames, reference: null, acceptsCopies: false }, openFaceEngine);
  const liveness = checked.kind === 'retry' ? 'retry' : checked.outcomes.livenessCheckResult;
  return { kind, isJudged, isReported: showsRepaintedFace(faces), liveness, change: Math.min(...changes) };
}

async function warpedRows(kind: string, picture: Picture, seed: number): Promise<Row[]> {
  const mesh: FaceMesh | null = await meshOfFace(picture);
  const angles = isMeasurement ? [22, 26, 30] : [30];
  const rows: Row[] = [];
  for (const degrees of mesh ? angles : [])
    rows.push(await rowOf(kind, await warpedFrames(picture, mesh!, degrees, seed + degrees)));
  return rows;
}

async function rowsOf(identity: number): Promise<Row[]> {
  const photograph = await photographOfHead(identity);
  const man = await photographOfMan(9 + (identity % 9));
  const honest = await honestFrames(identity);
  return [
    await rowOf(honestKind, honest),
    await rowOf('three photographs', await photographsFrames(identity)),
    await rowOf('a replayed video', await replayFrames(honest, identity)),
    ...(await warpedRows('a drawn photograph, turned by its mesh', photograph, identity)),
    ...(await warpedRows('a drawn portrait of 90 px', await simulatePortrait(photograph), identity)),
    ...(await warpedRows('a man’s photograph', man, identity)),
    ...(await warpedRows('a man’s portrait of 90 px', await simulatePortrait(man), identity)),
    await rowOf(
      'a drawn print, bent',
      await bentFrames(photograph, 0.185 + 0.015 * (identity % 10), 22, identity),
    ),
  ];
}

function tableOf(rows: readonly Row[]): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const lines = kinds.map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const changes = ofKind.map(({ change }) => change).sort((one, other) => one - other);
    const count = (of: (row: Row) => boolean) => ofKind.filter(of).length;
    const [least, most] = [changes[0]!, changes.at(-1)!];
    return `| ${kind} | ${ofKind.length} | ${count(({ isJudged }) => isJudged)} | ${count(({ isJudged, isReported }) => isJudged && isReported)} | ${least.toFixed(2)}–${most.toFixed(2)} |`;
  });
  return ['| frames | selfies | judged | reported | change |', ...lines, ''].join('\n');
}

it('distinguishes a photograph turned by software from a head that turns', async () => {
  const rows: Row[] = [];
  for (let identity = from; identity <= to; identity++) rows.push(...(await rowsOf(identity)));
  process.stdout.write(tableOf(rows));
  expect(rows.filter(({ liveness }) => liveness === 'PASS')).toEqual([]);
  const attacks = rows.filter(({ kind }) => kind !== honestKind && !undetectedKinds.includes(kind));
  const judged = attacks.filter(({ isJudged }) => isJudged);
  expect(judged.length).toBeGreaterThan(1);
  expect(judged.filter(({ isReported }) => !isReported)).toEqual([]);
  const honest = rows.filter(({ kind }) => kind === honestKind);
  expect(honest.filter(({ isReported }) => isReported)).toEqual([]);
}, 7_200_000);
