import { ageOfList } from '../../administration/lists/list-age.ts';
import { listWorkflows, workflowDefinition } from '../../db/accounts/workflow-library.ts';
import { openNetworkLists } from '../../networks/open-network-lists.ts';
import { reachOf } from '../../outgoing/name-reach.ts';
import type { ResolveName } from '../../outgoing/resolve-name.ts';
import type { Environment } from '../../settings/environment.ts';
import { listWatchlists, watchlistFolder } from '../../watchlists/list-folder.ts';
import type { WorkflowNode } from '../../workflows/node.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { look } from './look.ts';
import type { View } from './view.ts';

/** Checks whether the lists and registers that checks use exist, and whether the lists are recent enough. */
export async function lookAtLists(
  view: View,
  environment: Environment,
  now: number,
  resolve: ResolveName,
): Promise<Finding[]> {
  const nodes: WorkflowNode[] = [];
  const unreadable = await look('lists', async () => {
    nodes.push(...(await nodesInUse(view)));
    return [];
  });
  const isUsed = (test: (node: WorkflowNode) => boolean) => nodes.some(test);
  return [
    ...unreadable,
    ...(isUsed(({ kind }) => kind === 'aml')
      ? await look('lists of people', () => peopleIn(environment, now))
      : []),
    ...(isUsed(looksIntoNetworks) ? await look('lists of networks', () => networksIn(environment, now)) : []),
    ...(isUsed(asksRegister)
      ? await look('register of national numbers', () => registerIn(environment, resolve))
      : []),
  ];
}

/** Returns the nodes of active workflows. */
async function nodesInUse({ reader }: View): Promise<WorkflowNode[]> {
  const nodes: WorkflowNode[] = [];
  for (const { id, active, version } of await listWorkflows(reader)) {
    const found = active ? await workflowDefinition(reader, id, version) : null;
    nodes.push(...Object.values(found?.nodes ?? {}));
  }
  return nodes;
}

function looksIntoNetworks(node: WorkflowNode): boolean {
  return node.kind === 'ip' || (node.kind === 'device' && node.requires.includes('location'));
}

function asksRegister(node: WorkflowNode): boolean {
  return node.kind === 'national-id' && node.requires.includes('register');
}

async function registerIn({ register, allowsLoopback }: Environment, resolve: ResolveName): Promise<Finding> {
  const check = 'register of national numbers';
  if (register) {
    const { url, networks } = register;
    const where =
      networks.length === 0 ? 'public addresses only' : `public addresses and ${networks.join(', ')}`;
    const { host, hostname } = new URL(url);
    const reach = await reachOf(hostname, { allowLoopback: allowsLoopback, networks }, resolve);
    if (reach === 'refused')
      return fail(
        check,
        `${host} has no permitted address. Permitted: ${where}.`,
        'Add its network to NATIONAL_ID_REGISTER_NETWORKS, for the service and for this command.',
      );
    if (reach === 'unknown')
      return warn(check, `The name servers return no address of ${host}.`, 'Check NATIONAL_ID_REGISTER_URL.');
    return ok(check, `${host}, allowed addresses: ${where}`);
  }
  return warn(
    check,
    'None is configured: every check that requires it ends in review.',
    'Set NATIONAL_ID_REGISTER_URL and NATIONAL_ID_REGISTER_SECRET, for the service and for this command.',
  );
}

async function peopleIn({ dataFolder }: Environment, now: number): Promise<Finding[]> {
  const check = 'lists of people';
  const remedy = 'orchestration lists import … --format … --list …';
  const lists = await listWatchlists(watchlistFolder(dataFolder));
  if (lists.length === 0)
    return [warn(check, 'None is imported: every AML screening ends in review.', remedy)];
  const old = lists
    .map(({ id, importedAt, publishedAt }) => ({
      id,
      age: ageOfList('people', importedAt, now, publishedAt),
    }))
    .filter(({ age }) => age.isOld);
  const outdated = lists.filter(({ id, scripts }) => !scripts && !old.some((list) => list.id === id));
  if (old.length + outdated.length === 0) return [ok(check, lists.map(({ id }) => id).join(', '))];
  return [
    ...old.map(({ id, age }) => warn(check, `"${id}" is ${age.days} days old.`, remedy)),
    ...outdated.map(({ id }) =>
      warn(check, `"${id}" was imported by an earlier release, and fewer names in it are found.`, remedy),
    ),
  ];
}

async function networksIn({ networkLists }: Environment, now: number): Promise<Finding[]> {
  const check = 'lists of networks';
  const lists = await openNetworkLists(networkLists, () => {}).catch(() => null);
  // The check of the settings reports a file that cannot be read.
  if (lists === null) return [];
  lists.close();
  const given = lists
    .facts()
    .map(({ setting, builtAt }) => ({ setting, age: ageOfList('networks', builtAt.getTime(), now) }));
  const old = given.filter(({ age }) => age.isOld);
  if (old.length > 0)
    return old.map(({ setting, age }) =>
      warn(
        check,
        `${setting} was created ${age.days} days ago.`,
        'Download the newest file from its publisher, and move it to the path in the setting.',
      ),
    );
  if (given.length > 0) return [ok(check, given.map(({ setting }) => setting).join(', '))];
  return [
    warn(
      check,
      'None is configured: address checks know neither country nor anonymous networks.',
      'Set IP_COUNTRY_DB and IP_ANONYMOUS_DB, for the service and for this command.',
    ),
  ];
}
