// The lists of the service: pages of deliveries by each filter, and the lists and searches of operators at the command line.
import { idOfCopy, numberIn } from './grown-database.mjs';
import { call } from './grown-service.mjs';

/** Returns the measured lists of deliveries: by each filter, the first page and one far back. `[name, path]`. */
export async function listsOf(service) {
  const get = (path) => call(service, path, { credential: { 'x-api-key': service.webhookKey } });
  const { endpoints } = await get('webhooks');
  const list = (query) => `webhook-deliveries?limit=50&${query}`;
  const { deliveries } = await get(list(''));
  if (deliveries.length !== 50) throw new Error(`A page holds ${deliveries.length} deliveries.`);
  // Skips the newest 5,000 executions, one a millisecond: of 10,000, that leaves a full page even of given-up deliveries.
  const [newest] = deliveries;
  const back = `${Date.parse(newest.emittedAt) - 5000}.${newest.id}`;
  const late = `&cursor=${Buffer.from(back).toString('base64url')}`;
  if ((await get(list(late))).deliveries.length === 0) throw new Error('The late page is empty.');
  const filters = [
    ['all', ''],
    ['of an endpoint', `endpoint=${endpoints[0].id}`],
    ['given up', 'state=undelivered'],
    ['of an event', 'event=orchestration/workflow_execution_finished'],
    ['of an event that never came', 'event=orchestration/workflow_execution_sync'],
  ];
  return [
    ['endpoints', 'webhooks'],
    ['deliveries of an execution', list(`execution=${idOfCopy(service.done, numberIn.kept(1))}`)],
    ...filters.flatMap(([name, query]) => [
      [`deliveries, ${name}, first page`, list(query)],
      [`deliveries, ${name}, late page`, list(query + late)],
    ]),
  ];
}

/** Returns the lists that an operator runs beside the service. `[name, words]`. */
export const commandsOf = ({ done }) => [
  ['workflow list', ['workflow', 'list']],
  ['execution list', ['execution', 'list']],
  ['execution list --waiting', ['execution', 'list', '--waiting']],
  [
    'execution list --status APPROVED',
    ['execution', 'list', '--status', 'APPROVED', '--after', idOfCopy(done, numberIn.kept(500))],
  ],
  ['execution find --user-id', ['execution', 'find', '--user-id', 'bench']],
  ['execution find --name', ['execution', 'find', '--name', 'Anna Maria Eriksson']],
  ['execution show', ['execution', 'show', idOfCopy(done, numberIn.kept(1))]],
  ['webhook deliveries --state undelivered', ['webhook', 'deliveries', '--state', 'undelivered']],
  [
    'webhook deliveries --execution',
    ['webhook', 'deliveries', '--execution', idOfCopy(done, numberIn.kept(1))],
  ],
];
