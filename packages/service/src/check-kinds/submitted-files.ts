import type { FileCleaning } from '@vendor/checks';
import type { CaptureSlot } from '@vendor/contract';
import type { ExecutionServices } from '../executions/execution-services.ts';
import { capturesOfAttempt } from '../executions/steps/capture-slots.ts';
import { fromStoredFile } from '../executions/steps/kept-file.ts';
import type { StoredExecution } from '../executions/stored-execution.ts';
import type { DataKey } from '../secrets/vault.ts';

/** Reads the files submitted in the current attempt, in the order of the slots. */
export async function submittedFiles(
  { store, media }: Pick<ExecutionServices, 'store' | 'media'>,
  { id, walk }: StoredExecution,
  key: DataKey,
): Promise<{ slot: CaptureSlot; cleaning: FileCleaning }[]> {
  const step = { stepId: walk.at, attempt: walk.attempt };
  const captures = capturesOfAttempt(await store.capturesOf(id), step).filter(
    ({ sealedAt }) => sealedAt !== null,
  );
  return Promise.all(
    captures.map(async ({ slot, mediaRef, contentType }) => {
      const bytes = await media.get(mediaRef, key);
      if (!bytes) throw new Error('The bytes of a capture are missing.');
      return { slot, cleaning: fromStoredFile({ bytes, contentType }) };
    }),
  );
}
