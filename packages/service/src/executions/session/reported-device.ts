import type { ReportedDevice } from '@vendor/checks';
import type { DeviceReport, Inputs } from '@vendor/contract';
import type { DataKey } from '../../secrets/vault.ts';
import { needsClient } from '../../workflows/client-facts.ts';
import { nodesInOrder, type WorkflowDefinition } from '../../workflows/definition.ts';
import { openJson, sealContext } from '../sealed-data.ts';
import type { StoredExecution } from '../stored-execution.ts';

/**
 * Returns whether the page should report its device: a device check is undecided, and no report is stored yet.
 *
 * @param inputs - null once purged.
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

/** Decrypts the device report; null if there is none. */
export function openDeviceReport(
  key: DataKey,
  { id, sealedSession }: StoredExecution,
): ReportedDevice | null {
  return sealedSession && openJson<ReportedDevice>(key, sealedSession, sealContext.session(id));
}

/**
 * Collects the traits that distinguish devices and survive a browser update. Devices of the same model and setup have the same
 * traits, so traits are only used in combination with the network.
 */
export function traitsOf({ screen, ...report }: DeviceReport): string {
  const { hints, platform, languages, timeZone, cores, memory, touchPoints, renderer } = report;
  return JSON.stringify([
    [hints?.platform, hints?.architecture, hints?.bitness, hints?.model],
    [platform, languages, timeZone, cores, memory, touchPoints],
    [renderer?.vendor, renderer?.name],
    // A rotated device has the same traits.
    [...[screen.width, screen.height].sort((a, b) => a - b), screen.colorDepth],
  ]);
}
