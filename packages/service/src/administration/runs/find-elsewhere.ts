import type { Inputs } from '@vendor/contract';
import type { AdminElsewhere } from '@vendor/contract/admin';
import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import { markingsOf } from '../../check-kinds/device/judge.ts';
import { documentMarkings } from '../../check-kinds/document/mark-document.ts';
import { type Marking, markHash } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionDirectory, ListedExecution } from '../../executions/reads/execution-directory.ts';
import { clientIpOf } from '../../executions/session/client-ip.ts';
import { openDeviceReport } from '../../executions/session/reported-device.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { networkOfAddress, normalizeAddress } from '../../networks/network-of-address.ts';
import type { DataKey, Vault } from '../../secrets/vault.ts';
import { type RowServices, rowsOf } from './run-row.ts';

/** Maximum number of executions listed for each shared value. */
const maxListed = 20;

type By = AdminElsewhere['by'];

interface ElsewhereServices extends Pick<RowServices, 'findBroken' | 'store' | 'vault'> {
  readonly directory: Pick<ExecutionDirectory, 'doubtedChecks' | 'sealedInputs' | 'sharedWith'>;
}

/** Order of the groups in the result. */
const kinds: readonly By[] = ['user', 'document', 'device', 'address', 'other'];

/**
 * Finds other executions of the account with the same user id, document, device or address, as far as the actor may find them
 * by such values. Marks of addresses are kept for one day, marks of devices for 30 days.
 */
export async function findElsewhere(
  services: ElsewhereServices,
  actor: Actor,
  execution: StoredExecution,
  known: { readonly key: DataKey; readonly inputs: Inputs; readonly findings: Iterable<CheckFindings> },
  names: ReadonlyMap<string, string>,
): Promise<AdminElsewhere[]> {
  const { accountId } = execution;
  const { directory, vault } = services;
  // The actor must be allowed to find the open run, too. Otherwise it would name a test run that the actor started with a guessed
  // value, and so confirm the guess.
  const mayFind = (mode: KeyMode) => findObstacle(actor, 'execution.find', { accountId, mode }) === null;
  if (!mayFind(execution.mode)) return [];
  const mode = keyModes.every(mayFind) ? null : execution.mode;
  const hashes = markHashes(vault, execution, known);
  const found = new Map<By, { entries: Map<string, ListedExecution>; isCapped: boolean }>();
  for (const { kind, hash, entries, isCapped } of await directory.sharedWith(execution, maxListed, mode)) {
    const by = kind === 'mark' ? (hashes.get(hash) ?? 'other') : kind === 'user-id' ? 'user' : 'document';
    const group = found.get(by) ?? { entries: new Map<string, ListedExecution>(), isCapped: false };
    for (const entry of entries) group.entries.set(entry.id, entry);
    found.set(by, { ...group, isCapped: group.isCapped || isCapped });
  }
  const groups: AdminElsewhere[] = [];
  for (const by of kinds) {
    const group = found.get(by);
    if (!group || group.entries.size === 0) continue;
    const newest = [...group.entries.values()].sort((a, b) => b.createdAt - a.createdAt);
    groups.push({
      by,
      executions: await rowsOf(services, newest.slice(0, maxListed), names),
      isCapped: group.isCapped || newest.length > maxListed,
    });
  }
  return groups;
}

/**
 * Recomputes the hashes of marks, to tell what each stored mark stands for. Marks of selfie frames cannot be recomputed without
 * the pictures, so they are listed as `other`.
 */
function markHashes(
  vault: Vault,
  execution: StoredExecution,
  { key, inputs, findings }: { key: DataKey; inputs: Inputs; findings: Iterable<CheckFindings> },
): ReadonlyMap<string, By> {
  const ip = clientIpOf(key, execution, inputs);
  const documents = [...findings].flatMap(({ documentCheckExtractedData: read }) =>
    read ? documentMarkings(read) : [],
  );
  const addresses: Marking[] =
    ip === null
      ? []
      : [
          { kind: 'address', value: normalizeAddress(ip) },
          { kind: 'network', value: networkOfAddress(ip) },
        ];
  const marks = [...documents, ...markingsOf(inputs, openDeviceReport(key, execution), ip), ...addresses];
  return new Map(
    marks.map(({ kind, value }) => [
      markHash(vault, execution, kind, value),
      kind === 'network' ? 'address' : (kind as By),
    ]),
  );
}
