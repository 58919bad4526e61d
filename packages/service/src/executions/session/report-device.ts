import type { DeviceReport } from '@vendor/contract';
import { Refusal } from '../../refusal.ts';
import { nodeOf } from '../../workflows/definition.ts';
import type { ExecutionServices } from '../execution-services.ts';
import { dataKeyOf, inputsOf, sealContext, sealJson } from '../sealed-data.ts';
import { executionOfSession } from './authorize-session.ts';
import { wakeCheck } from './await-client.ts';
import { openDeviceReport, wantsDevice } from './reported-device.ts';
import type { SessionKeyClaim } from './session-key.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'jobs'>;

/** Maximum number of characters of a User-Agent that are stored. */
const agentLength = 2_048;

/**
 * Stores a device report, encrypted, and triggers the check that waits for it. Only the first report counts: a device that
 * takes the flow over later is not asked. Repeating the same report changes nothing.
 *
 * @param agent - User-Agent of the request; null if absent.
 * @throws {Refusal} STEP_NOT_AWAITED if no undecided check uses the report, or another report was stored.
 */
export async function reportDevice(
  { store, vault, clock, jobs }: Services,
  claim: SessionKeyClaim,
  report: DeviceReport,
  agent: string | null,
): Promise<void> {
  await store.transact({ execution: claim.executionId }, async (transaction) => {
    const found = await executionOfSession(transaction, claim, clock);
    const key = dataKeyOf(vault, found);
    if (!key) throw notAwaited();
    const stored = openDeviceReport(key, found);
    if (stored && JSON.stringify(stored.report) === JSON.stringify(report)) return;
    const definition = await store.definitionOf(found.workflowId, found.workflowVersion);
    if (!wantsDevice(found, definition, inputsOf(key, found))) throw notAwaited();
    const now = clock.now();
    const reported = { report, agent: agent?.slice(0, agentLength) ?? null, receivedAt: now };
    const sealedSession = sealJson(key, reported, sealContext.session(found.id));
    await transaction.update(found.id, { sealedSession });
    if (nodeOf(definition, found.walk.at).kind === 'device') await wakeCheck(transaction, found, now);
  });
  jobs.wake();
}

function notAwaited(): Refusal {
  return new Refusal('STEP_NOT_AWAITED', 'No device report is expected, or it was already sent.');
}
