import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, sealContext } from '../sealed-data.ts';

/**
 * Encrypts the beginning of an endpoint's response with the key of its execution. The response may repeat personal data that
 * was sent, so a purge must destroy it too.
 *
 * @returns null if the personal data of the execution was purged.
 */
export async function sealAnswer(
  { store, vault }: Pick<ExecutionServices, 'store' | 'vault'>,
  answer: { readonly deliveryId: string; readonly executionId: string; readonly body: Uint8Array },
): Promise<Uint8Array | null> {
  const execution = await store.find(answer.executionId);
  const key = execution && dataKeyOf(vault, execution);
  return key ? key.seal(answer.body, sealContext.answer(answer.deliveryId)) : null;
}
