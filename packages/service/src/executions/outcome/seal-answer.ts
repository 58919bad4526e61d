import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, sealContext } from '../sealed-data.ts';

/**
 * Seals the beginning of a receiver's answer under the key of the execution that it is about: it can repeat what was sent, so
 * that a purge must end it, too.
 *
 * @returns null: the personal data of the execution is purged.
 */
export async function sealAnswer(
  { store, vault }: Pick<ExecutionServices, 'store' | 'vault'>,
  answer: { readonly deliveryId: string; readonly executionId: string; readonly body: Uint8Array },
): Promise<Uint8Array | null> {
  const execution = await store.find(answer.executionId);
  const key = execution && dataKeyOf(vault, execution);
  return key ? key.seal(answer.body, sealContext.answer(answer.deliveryId)) : null;
}
