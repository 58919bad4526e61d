import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeImage, openFaceEngine } from '@vendor/checks';
import type { ClientState, SelfiePose } from '@vendor/contract';
import { encodeJpeg, renderHead, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewDatabase } from '../src/db/opening/open-database.ts';
import { sealContext } from '../src/executions/sealed-data.ts';
import { openVault } from '../src/secrets/open-vault.ts';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

let service: ServiceProcess;
let client: ServiceClient;

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  client = new ServiceClient(service);
});
afterAll(() => service.remove());

const heads: Readonly<Record<SelfiePose, { yawDeg: number; zoom: number }>> = {
  straight: { yawDeg: 0, zoom: 0.8 },
  left: { yawDeg: 25, zoom: 0.8 },
  right: { yawDeg: -25, zoom: 0.8 },
  closer: { yawDeg: 0, zoom: 1.05 },
};

/** Renders a frame with one unique pixel, since no camera gives the same picture twice. */
async function frameOf(pose: SelfiePose, index: number): Promise<Uint8Array> {
  const head = await renderHead({ ...heads[pose], widthPx: 480, heightPx: 480 });
  const data = Uint8Array.from(head.data);
  data.fill(40 * index, 0, 3);
  return encodeJpeg({ ...head, data });
}

/** Minimum time between two poses in ms; faster changes are refused. */
const moveMs = 600;

/** Waits until the checks have ended. */
async function settled(sessionKey: string, from: ClientState): Promise<ClientState> {
  let state = from;
  while (state.awaiting === 'checks') state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
  return state;
}

/** Submits the requested poses, or always the same one. */
async function showFace(
  sessionKey: string,
  { step }: ClientState,
  always?: SelfiePose,
): Promise<ClientState> {
  if (step?.kind !== 'selfie') throw new Error('A selfie is not awaited.');
  const captures: Record<string, string> = {};
  for (const [index, pose] of step.poses.entries()) {
    const slot = `selfie-${index + 1}`;
    const frame = await frameOf(always ?? pose, index);
    await pause(moveMs);
    captures[slot] = await client.putFrame(sessionKey, step.attempt, slot, frame);
  }
  return settled(sessionKey, await client.submitSelfie(sessionKey, step.attempt, captures));
}

/** Walks through a passport, a still picture of a face, and the face of the passport. */
async function walk() {
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page });
  const { executionId, token } = await client.start('Document and selfie', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const front = await client.putFront(sessionKey, 1, await encodeJpeg(picture));
  const asked = await settled(sessionKey, await client.submitPassport(sessionKey, 1, front));
  const still = await showFace(sessionKey, asked, 'straight');
  const shown = await showFace(sessionKey, still);
  const [, selfie] = (await client.read(executionId)).checks ?? [];
  const image = await fetch(selfie?.capturedMedia?.selfieImage?.url ?? '');
  return { executionId, asked, still, shown, selfie, image };
}

let walked: Awaited<ReturnType<typeof walk>>;
beforeAll(async () => {
  walked = await walk();
}, 300_000);

it('sends a matching passport and face to REVIEW, after asking again because of a still picture', () => {
  const { asked, still, shown, selfie, image } = walked;
  expect(asked).toMatchObject({ awaiting: 'user', step: { kind: 'selfie', attempt: 1, reasons: [] } });
  expect(still).toMatchObject({ awaiting: 'user', step: { attempt: 2, reasons: ['SELFIE_STILL'] } });
  expect(shown.outcome).toEqual({ status: 'REVIEW', retryLimitOf: null });
  expect(selfie).toMatchObject({
    checkType: 'SELFIE_CHECK',
    statusDetail: 'LIVENESS_UNPROVEN',
    selfieVerificationResult: {
      overallResult: 'REVIEW',
      livenessCheckResult: 'REVIEW',
      faceMatchingResult: 'PASS',
    },
  });
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

/** Computes the descriptor of the face in a picture, as the service's check does. */
async function descriptorOf(file: Uint8Array): Promise<readonly number[]> {
  const decoded = await decodeImage(file);
  if (decoded.kind === 'refused') throw new Error(`The picture is refused: ${decoded.refusal}`);
  const [face] = await (await openFaceEngine()).facesOf(decoded.image);
  if (!face) throw new Error('The picture shows no face.');
  return face.descriptor;
}

/** Returns consecutive numbers in the forms in which they could be stored: 32-bit, 64-bit and JSON. */
function formsOf(numbers: readonly number[]): Buffer[] {
  return [
    Buffer.from(new Float32Array(numbers).buffer),
    Buffer.from(new Float64Array(numbers).buffer),
    Buffer.from(JSON.stringify(numbers).slice(1, -1)),
  ];
}

/** Counts the pieces of a descriptor that occur in stored bytes. */
function piecesIn(kept: readonly Buffer[], descriptor: readonly number[]): number {
  const pieces = Array.from({ length: Math.floor(descriptor.length / 4) }, (_, index) =>
    descriptor.slice(4 * index, 4 * index + 4),
  );
  const telling = pieces.filter((piece) => new Set(piece).size === 4).flatMap(formsOf);
  expect(telling.length).toBeGreaterThan(90);
  return telling.filter((form) => kept.some((bytes) => bytes.includes(form))).length;
}

/** Reads every file of the data folder, the decrypted results of the checks, and the log. */
async function everythingKept(executionId: string): Promise<Buffer[]> {
  const files = readdirSync(service.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  const vault = openVault({ text: undefined, directory: service.folder });
  const { reader, close } = await viewDatabase(service.folder);
  try {
    const rows = await reader
      .selectFrom('checks')
      .innerJoin('executions', 'executions.id', 'checks.execution_id')
      .select(['checks.id', 'checks.sealed', 'executions.wrapped_key'])
      .where('execution_id', '=', executionId)
      .execute();
    expect(rows).toHaveLength(2);
    const opened = rows.flatMap(({ id, sealed, wrapped_key }) =>
      sealed && wrapped_key ? [vault.openDataKey(wrapped_key).open(sealed, sealContext.check(id))] : [],
    );
    return [...files, ...opened.map((bytes) => Buffer.from(bytes)), Buffer.from(service.log)];
  } finally {
    await close();
  }
}

it('never stores a face descriptor', {
  tags: ['DRUN-104'],
}, async () => {
  const picture = new Uint8Array(await walked.image.arrayBuffer());
  const descriptor = await descriptorOf(picture);
  expect(await descriptorOf(picture), 'repeatable').toEqual(descriptor);
  const { executionId } = walked;
  const before = await everythingKept(executionId);
  expect(piecesIn(before, descriptor)).toBe(0);
  const { dataPurgedAt } = await purged(executionId);
  expect(dataPurgedAt).not.toBeNull();
  expect(piecesIn(await everythingKept(executionId), descriptor)).toBe(0);

  // Proves that the search finds a descriptor in each form.
  for (const form of [new Float32Array(descriptor), new Float64Array(descriptor)]) {
    const file = join(service.folder, 'canary');
    writeFileSync(file, new Uint8Array(form.buffer));
    expect(piecesIn(await everythingKept(executionId), descriptor)).toBeGreaterThan(30);
    rmSync(file);
  }
  const written = [Buffer.from(JSON.stringify({ descriptor }))];
  expect(piecesIn(written, descriptor)).toBeGreaterThan(30);
});

async function purged(executionId: string) {
  await operate(service.folder, `execution purge ${executionId}`);
  return client.read(executionId);
}
