import { createHash } from 'node:crypto';
import type { TaskOf } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import { markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Returns whether a key frame was judged in another execution of the account, of any user: camera noise makes every picture
 * unique. Compares the stored pictures, so that metadata has no influence. Skips test executions, which may repeat pictures.
 */
export async function showsFrameAgain(
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
