import type { EvaluationOf, ReportedDevice } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../../evaluations/evaluator.ts';
import { type Marking, markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { clientIpOf } from '../../executions/session/client-ip.ts';
import { openDeviceReport, traitsOf } from '../../executions/session/reported-device.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { networkOfAddress } from '../../networks/network-of-address.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import { verdictOn } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import type { DeviceNode } from './node.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'networks'> & {
  readonly evaluator: Evaluator;
};

/** Judges the user's device by its report and by the number of its users. */
export const judgeDevice: Judge<DeviceNode> = async (services, { execution, node, key, inputs }, signal) => {
  const reported = openDeviceReport(key, execution);
  const ip = clientIpOf(key, execution, inputs);
  const users = await markDevice(services, execution, inputs, markingsOf(inputs, reported, ip));
  const evaluation = await services.evaluator.run(
    'device',
    {
      reported,
      country: ip === null ? null : (services.networks.lookUp(ip).country?.code ?? null),
      users,
      usersLimit: node.usersPerDevice,
    },
    signal,
  );
  const verdict = verdictOn(statusOf(node, evaluation), evaluation);
  return {
    ...verdict,
    findings: { ...verdict.findings, looked: evaluation.members, device: { score: evaluation.score, users } },
  };
};

/** Returns the worse of two statuses: by the required members, as in every check, and by the score. */
function statusOf(
  { requires, reviewFrom, declineFrom }: DeviceNode,
  { score, members }: EvaluationOf<'device'>,
) {
  const byMembers = statusFromOutcomes(members, requires);
  if (byMembers === 'DECLINED' || score >= declineFrom) return 'DECLINED';
  return byMembers === 'REVIEW' || score >= reviewFrom ? 'REVIEW' : 'APPROVED';
}

/**
 * Builds the markings by which a device is recognised: its ids in the start request, and its traits together with the network.
 * Traits alone do not suffice, because devices of one model share them.
 */
export function markingsOf(inputs: Inputs, reported: ReportedDevice | null, ip: string | null): Marking[] {
  const values = [
    inputs.session === undefined ? null : ['session', inputs.session],
    inputs.device_id === undefined ? null : ['device_id', inputs.device_id],
    reported && ip !== null ? ['traits', networkOfAddress(ip), traitsOf(reported.report)] : null,
  ];
  return values.flatMap((value) =>
    value === null ? [] : { kind: 'device' as const, value: JSON.stringify(value) },
  );
}

/**
 * Stores marks of the device.
 *
 * @returns the highest number of users among them, including this one; null if there is nothing to mark, or the data of the
 *   execution was purged in the meantime.
 */
async function markDevice(
  services: Services,
  execution: StoredExecution,
  inputs: Inputs,
  markings: readonly Marking[],
): Promise<number | null> {
  if (markings.length === 0) return null;
  const counts = await markUser(services, execution, inputs, markings);
  return counts && Math.max(...counts.map(({ users }) => users));
}
