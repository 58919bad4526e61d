import type { ToldDevice } from '@vendor/checks';
import type { DeviceReport, Inputs } from '@vendor/contract';
import type { DataKey } from '../../secrets/vault.ts';
import { needsClient } from '../../workflows/client-facts.ts';
import { nodesInOrder, type WorkflowDefinition } from '../../workflows/definition.ts';
import { openJson, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * Whether a device is to tell of itself: some check looks at it, is not decided, and nobody has told yet. What nobody looks at is
 * not asked for.
 *
 * @param inputs null once purged.
 */
export function wantsDevice(
  { walk, sealedSession }: StoredExecution,
  definition: WorkflowDefinition,
  inputs: Inputs | null,
): boolean {
  if (inputs === null || sealedSession !== null || walk.awaiting === 'none') return false;
  return nodesInOrder(definition).some(
    ([id, node]) =>
      node.kind === 'device' &&
      needsClient(node, inputs) &&
      !walk.decided.some(({ nodeId }) => nodeId === id),
  );
}

/** Opens the report of the device; null where it gave none. */
export function openDeviceReport(key: DataKey, { id, sealedSession }: StoredExecution): ToldDevice | null {
  return sealedSession && openJson<ToldDevice>(key, sealedSession, sealContext.session(id));
}

/**
 * Collects the traits that tell devices apart, as far as a page may see any: all that stay the same when a browser is updated.
 * Devices of one model that are set up alike have the same traits: these count only with the network that they are in.
 */
export function traitsOf({ screen, ...report }: DeviceReport): string {
  const { hints, platform, languages, timeZone, cores, memory, touchPoints, renderer } = report;
  return JSON.stringify([
    [hints?.platform, hints?.architecture, hints?.bitness, hints?.model],
    [platform, languages, timeZone, cores, memory, touchPoints],
    [renderer?.vendor, renderer?.name],
    // A device that is turned is the same.
    [...[screen.width, screen.height].sort((a, b) => a - b), screen.colorDepth],
  ]);
}
