import type { Inputs } from '@vendor/contract';
import type { Evaluator } from '../evaluations/evaluator.ts';
import { networkOfAddress, oneSpellingOf } from '../networks/network-of-address.ts';
import type { DataKey } from '../secrets/vault.ts';
import { type IpNode, ipMembers } from '../workflows/node.ts';
import { statusFromOutcomes } from '../workflows/status-rules.ts';
import { clientIpOf } from './client-ip.ts';
import type { ExecutionServices } from './execution-services.ts';
import { verdictOn } from './judge-input.ts';
import { saidOfUser } from './said-of-user.ts';
import type { StoredExecution } from './stored-execution.ts';
import { markUser } from './user-marks.ts';
import type { Verdict } from './verdict.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock' | 'networks'> & {
  readonly evaluator: Evaluator;
};

/** Judges the address that the user comes from: that of the start request, or of the first init. */
export async function judgeIp(
  services: Services,
  execution: StoredExecution,
  node: IpNode,
  key: DataKey,
  inputs: Inputs,
  signal: AbortSignal,
): Promise<Verdict> {
  const ip = clientIpOf(key, execution, inputs);
  const network = ip === null ? noFacts : services.networks.lookUp(ip);
  const users = ip === null ? null : await countUsers(services, execution, inputs, ip);
  const evaluation = await services.evaluator.run(
    'ip',
    {
      ip,
      network,
      countries: (await saidOfUser(services.store, execution, key, inputs)).countries,
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
}

const noFacts = { country: null, owner: null, masks: null };

async function countUsers(services: Services, execution: StoredExecution, inputs: Inputs, ip: string) {
  const told = await markUser(services, execution, inputs, [
    { kind: 'address', value: oneSpellingOf(ip) },
    { kind: 'network', value: networkOfAddress(ip) },
  ]);
  if (!told?.[0] || !told[1]) return null;
  return { ofAddress: told[0].users, ofNetwork: told[1].users };
}
