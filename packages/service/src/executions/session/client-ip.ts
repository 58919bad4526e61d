import type { Inputs } from '@vendor/contract';
import type { DataKey } from '../../secrets/vault.ts';
import { sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/** The end user's address: as the start request gave it, else as the first init showed it; null while nobody knows it. */
export function clientIpOf(key: DataKey, execution: StoredExecution, inputs: Inputs): string | null {
  if (inputs.ip !== undefined) return inputs.ip;
  if (!execution.sealedIp) return null;
  return Buffer.from(key.open(execution.sealedIp, sealContext.ip(execution.id))).toString('utf8');
}
