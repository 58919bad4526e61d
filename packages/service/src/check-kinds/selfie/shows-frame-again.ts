import { createHash } from 'node:crypto';
import type { TaskOf } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import { markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Whether a key frame is one that another execution of the account was judged by before, whoever its user was: there is noise in
 * each picture of a camera, so that no two sittings have one in common. What is compared is the picture as it was kept, so that
 * notes in its file make no other of it. Tests show the same pictures each time, and are not asked.
 */
export async function showsFrameAgain(
  services: Services,
  execution: StoredExecution,
  inputs: Inputs,
  frames: TaskOf<'selfie'>['frames'],
): Promise<boolean> {
  if (execution.mode === 'test') return false;
  const markings = frames.map(({ file }) => ({ kind: 'frame', value: digestOfFrame(file) }) as const);
  const told = await markUser(services, execution, inputs, markings);
  return told?.some(({ wasElsewhereBefore }) => wasElsewhereBefore) ?? false;
}

/** Computes the digest by which a key frame is recognised, from its stored picture. */
export function digestOfFrame(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('base64url');
}
