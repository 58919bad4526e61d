import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CaptureSlot, type ClientState, selfieFrameSlots } from '@vendor/contract';
import type { SampleActor } from '../../access/actor.ts';
import { beginFlow } from '../../executions/begin-flow.ts';
import { clientState } from '../../executions/client-state.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredWorkflow } from '../../executions/execution-store.ts';
import { executionOfToken, takeSession } from '../../executions/init-client.ts';
import { keepStart } from '../../executions/keep-start.ts';
import { hashOfSecret, type SessionKeyClaim } from '../../executions/session-key.ts';
import { beginWithinMs } from '../../executions/session-lifetime.ts';
import { admitCapture, storeCapture } from '../../executions/store-capture.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { submitStep } from '../../executions/submit-step.ts';
import { pictureOfPose, type Sample } from './samples.ts';

/** Pictures that were drawn for this: specimens of a state that does not exist. */
const folder = new URL('../../../samples/', import.meta.url);

/** A sample run with what it is made from. */
export interface DrivenSample {
  readonly actor: SampleActor;
  readonly workflow: StoredWorkflow;
  readonly sample: Sample;
  /** Its place among the samples, from 1. */
  readonly number: number;
  /** What the user's page would show: the same each time, so that a step that was cut off goes on with the same run. */
  readonly secret: string;
}

/**
 * Does the next thing that the user of a sample run does, as their page would: begins, hands in the pictures of a step, submits it.
 *
 * @returns whether the run has come as far as it shall; `false` also while its checks run.
 */
export async function driveSample(services: ExecutionServices, driven: DrivenSample): Promise<boolean> {
  const { sample, secret } = driven;
  const execution = await services.store.findByTokenHash(hashOfSecret(secret));
  if (!execution) {
    await start(services, driven);
    return sample.stopsAt === 'begin';
  }
  if (sample.stopsAt === 'begin' || execution.status !== 'PENDING') return true;
  const claim = await takeOwnSession(services, execution, secret);
  const state =
    execution.begunAt === null ? await beginFlow(services, claim) : await stateOf(services, execution);
  if (state.awaiting !== 'user' || !state.step) return false;
  if (sample.stopsAt === state.step.kind) return true;
  await handIn(services, claim, sample, state.step);
  return false;
}

async function start(services: ExecutionServices, { actor, workflow, sample, number, secret }: DrivenSample) {
  const { inputs, linkMs } = sample;
  await keepStart(services, {
    actor,
    workflow,
    inputs: { user_id: `sample-user-${number}`, ...inputs },
    secret,
    lifetimeMs: linkMs ?? beginWithinMs,
    redirects: linkMs === null ? null : { completedUrl: null, incompleteUrl: null },
    keep: null,
    reply: ({ id }) => ({ executionId: id }),
  });
}

/** The session of the run, which begins with the first call. */
async function takeOwnSession(
  services: ExecutionServices,
  execution: StoredExecution,
  secret: string,
): Promise<SessionKeyClaim> {
  const { id, sessionEpoch } = execution;
  if (sessionEpoch > 0) return { executionId: id, epoch: sessionEpoch };
  const session = await services.store.transact(async (transaction) => {
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

/** Uploads and submits what the step asks for. */
async function handIn(services: ExecutionServices, claim: SessionKeyClaim, sample: Sample, step: Step) {
  const { documents } = sample;
  const shown = documents[Math.min(step.attempt, documents.length) - 1];
  const pictures =
    step.kind === 'selfie'
      ? selfieFrameSlots
          .slice(0, step.poses.length)
          .map((slot, index) => [slot, pictureOfPose(step.poses, index)])
      : Object.entries(shown?.pictures ?? {});
  const captures: Partial<Record<CaptureSlot, string>> = {};
  for (const [slot, name] of pictures as [CaptureSlot, string][])
    captures[slot] = await upload(services, claim, { stepId: step.id, attempt: step.attempt, slot }, name);
  await submitStep(
    services,
    claim,
    { stepId: step.id, attempt: step.attempt },
    { captures, ...(step.kind === 'document' && shown ? { documentType: shown.type } : {}) },
  );
}

async function upload(
  services: ExecutionServices,
  claim: SessionKeyClaim,
  target: Parameters<typeof admitCapture>[2],
  name: string,
): Promise<string> {
  const file = await readFile(new URL(`${name}.webp`, folder));
  const { follows } = await admitCapture(services, claim, target);
  const receivedAt = services.clock.now();
  await storeCapture(
    services,
    claim,
    { ...target, follows, isVirtual: false, receivedAt, address: null },
    file,
  );
  return createHash('sha256').update(file).digest('base64url');
}
