import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CaptureSlot, type ClientState, selfieFrameSlots } from '@vendor/contract';
import type { SampleActor } from '../../access/actor.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredWorkflow } from '../../executions/execution-store.ts';
import { beginFlow } from '../../executions/session/begin-flow.ts';
import { clientState } from '../../executions/session/client-state.ts';
import { executionOfToken, takeSession } from '../../executions/session/init-client.ts';
import { hashOfSecret, type SessionKeyClaim } from '../../executions/session/session-key.ts';
import { beginWithinMs } from '../../executions/session/session-lifetime.ts';
import { insertExecution } from '../../executions/start/insert-execution.ts';
import { admitCapture, storeCapture } from '../../executions/steps/store-capture.ts';
import { submitStep } from '../../executions/steps/submit-step.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { pictureOfPose, type Sample } from './samples.ts';

/** Folder of drawn pictures: specimens of a fictional state. */
const folder = new URL('../../../samples/', import.meta.url);

/** A sample run to create or continue. */
export interface DrivenSample {
  readonly actor: SampleActor;
  readonly workflow: StoredWorkflow;
  readonly sample: Sample;
  /** Secret of the session token: the same on each call, so that an interrupted step continues the same run. */
  readonly secret: string;
}

/** Pause before a run whose checks are in progress is read again. */
const pollMs = 500;

/** Time between two poses. The selfie check treats faster ones as prepared pictures. */
const poseMs = 2500;

/**
 * Carries out the next action of a sample run's user, as the page would: begins, uploads a picture for a step, or submits the
 * step.
 *
 * @returns ms until the next action; null: the sample run is complete.
 */
export async function driveSample(services: ExecutionServices, driven: DrivenSample): Promise<number | null> {
  const { sample, secret } = driven;
  const execution = await services.store.findByTokenHash(hashOfSecret(secret));
  if (!execution) {
    await start(services, driven);
    return sample.stopsAt === 'begin' ? null : 0;
  }
  if (sample.stopsAt === 'begin' || execution.status !== 'PENDING') return null;
  const claim = await takeOwnSession(services, execution, secret);
  const state =
    execution.begunAt === null ? await beginFlow(services, claim) : await stateOf(services, execution);
  if (state.awaiting !== 'user' || !state.step) return pollMs;
  if (sample.stopsAt === state.step.kind) return null;
  return uploadOrSubmit(services, claim, sample, state.step);
}

async function start(services: ExecutionServices, { actor, workflow, sample, secret }: DrivenSample) {
  const { inputs, linkMs } = sample;
  await insertExecution(services, {
    actor,
    workflow,
    inputs,
    secret,
    lifetimeMs: linkMs ?? beginWithinMs,
    redirects: linkMs === null ? null : { completedUrl: null, incompleteUrl: null },
    keep: null,
    reply: ({ id }) => ({ executionId: id }),
  });
}

/** Returns the session of the run; the first call starts it. */
async function takeOwnSession(
  services: ExecutionServices,
  execution: StoredExecution,
  secret: string,
): Promise<SessionKeyClaim> {
  const { id, sessionEpoch } = execution;
  if (sessionEpoch > 0) return { executionId: id, epoch: sessionEpoch };
  const session = await services.store.transact({ execution: id }, async (transaction) => {
    const found = await executionOfToken(services, transaction, secret);
    return takeSession(services, transaction, found, hashOfSecret(`${secret} page`), {
      ip: null,
      platform: 'WEB',
    });
  });
  return { executionId: id, epoch: session.sessionEpoch };
}

async function stateOf(
  { store, clock }: ExecutionServices,
  execution: StoredExecution,
): Promise<ClientState> {
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  return clientState(execution, definition, await store.capturesOf(execution.id), clock.now());
}

type Step = NonNullable<ClientState['step']>;

/** Uploads the next picture for a step, or submits the step once all are uploaded. @returns as {@link driveSample}. */
async function uploadOrSubmit(
  services: ExecutionServices,
  claim: SessionKeyClaim,
  sample: Sample,
  { id: stepId, attempt, ...step }: Step,
): Promise<number> {
  const shown = sample.documents[Math.min(attempt, sample.documents.length) - 1];
  const names =
    step.kind === 'selfie'
      ? selfieFrameSlots
          .slice(0, step.poses.length)
          .map((slot, index) => [slot, pictureOfPose(step.poses, index)])
      : Object.entries(shown?.pictures ?? {});
  const files = await Promise.all(
    (names as [CaptureSlot, string][]).map(async ([slot, name]) => {
      const file = await readFile(new URL(`${name}.webp`, folder));
      return { slot, file, digest: createHash('sha256').update(file).digest('base64url') };
    }),
  );
  const missing = files.find(({ slot }) => !step.stored.some((stored) => stored.slot === slot));
  if (missing) {
    await upload(services, claim, { stepId, attempt, slot: missing.slot }, missing.file);
    return step.kind === 'selfie' ? poseMs : 0;
  }
  const captures = Object.fromEntries(files.map(({ slot, digest }) => [slot, digest]));
  const documentType = step.kind === 'document' && shown ? { documentType: shown.type } : {};
  await submitStep(services, claim, { stepId, attempt }, { captures, ...documentType });
  return pollMs;
}

async function upload(
  services: ExecutionServices,
  claim: SessionKeyClaim,
  target: Parameters<typeof admitCapture>[2],
  file: Uint8Array,
): Promise<void> {
  const { follows } = await admitCapture(services, claim, target);
  const receivedAt = services.clock.now();
  const arrival = { ...target, follows, isVirtual: false, receivedAt, address: null };
  await storeCapture(services, claim, arrival, file);
}
