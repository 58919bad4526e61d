import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../../evaluations/evaluator.ts';
import { collectUserClaims } from '../../executions/evaluation/user-claims.ts';
import { markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import { clientIpOf } from '../../executions/session/client-ip.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import { networkOfAddress, normalizeAddress } from '../../networks/network-of-address.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import { verdictOn } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import { type IpNode, ipMembers } from './node.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'networks'> & {
  readonly evaluator: Evaluator;
};

/** Judges the user's IP address: that of the start request, or of the first init. */
export const judgeIp: Judge<IpNode> = async (services, { execution, node, key, inputs }, signal) => {
  const ip = clientIpOf(key, execution, inputs);
  const network = ip === null ? noFacts : services.networks.lookUp(ip);
  const users = ip === null ? null : await markAddress(services, execution, inputs, ip);
  const evaluation = await services.evaluator.run(
    'ip',
    {
      ip,
      network,
      countries: (await collectUserClaims(services.store, execution, key, inputs)).countries,
      users,
      limits: { ofAddress: node.usersPerAddress, ofNetwork: node.usersPerNetwork },
    },
    signal,
  );
  const performed = ipMembers.filter((member) => evaluation.members[member] !== 'NOT_PERFORMED');
  const status = statusFromOutcomes(evaluation.members, [...node.requires, ...performed]);
  const verdict = verdictOn(status, evaluation);
  return {
    ...verdict,
    findings: {
      ...verdict.findings,
      looked: evaluation.members,
      network: {
        country: network.country?.code ?? null,
        asn: network.owner?.asn ?? null,
        organization: network.owner?.organization ?? null,
        usersToday: users?.ofAddress ?? null,
      },
    },
  };
};

const noFacts = { country: null, owner: null, masks: null };

/**
 * Stores marks of the address and of its network.
 *
 * @returns how many users have each, including this one; null if the data of the execution was purged in the meantime.
 */
async function markAddress(services: Services, execution: StoredExecution, inputs: Inputs, ip: string) {
  const counts = await markUser(services, execution, inputs, [
    { kind: 'address', value: normalizeAddress(ip) },
    { kind: 'network', value: networkOfAddress(ip) },
  ]);
  if (!counts?.[0] || !counts[1]) return null;
  return { ofAddress: counts[0].users, ofNetwork: counts[1].users };
}
