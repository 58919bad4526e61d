import { createHash } from 'node:crypto';
import type { TaskOf } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import { markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Stores a mark of each key frame with the execution. Camera noise makes every picture unique. Marks the stored pictures, so
 * that metadata has no influence. Marks nothing in test executions, which may repeat pictures.
 *
 * @returns whether a key frame was marked in another execution of the account before, of any user. False also for a test
 *   execution, or if the data of the execution was purged in the meantime.
 */
export async function markFrames(
  services: Services,
  execution: StoredExecution,
  inputs: Inputs,
  frames: TaskOf<'selfie'>['frames'],
): Promise<boolean> {
  if (execution.mode === 'test') return false;
  const markings = frames.map(({ file }) => ({ kind: 'frame', value: digestOfFrame(file) }) as const);
  const counts = await markUser(services, execution, inputs, markings);
  return counts?.some(({ wasElsewhereBefore }) => wasElsewhereBefore) ?? false;
}

/** Computes the digest by which a key frame is recognised, from its stored picture. */
export function digestOfFrame(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('base64url');
}
