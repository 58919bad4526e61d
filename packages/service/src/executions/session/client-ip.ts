import type { Inputs } from '@vendor/contract';
import type { DataKey } from '../../secrets/vault.ts';
import { sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** Returns the end user's address: that of the start request, or of the first init; null if unknown. */
export function clientIpOf(key: DataKey, execution: StoredExecution, inputs: Inputs): string | null {
  if (inputs.ip !== undefined) return inputs.ip;
  if (!execution.sealedIp) return null;
  return Buffer.from(key.open(execution.sealedIp, sealContext.ip(execution.id))).toString('utf8');
}
