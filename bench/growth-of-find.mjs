// Times the search for the executions of a person. Calls the use-case in this process, on the database of the running service,
// and leaves out the audit record of the read, which waits for the disk.

import { createExecutionDirectory } from '../packages/service/dist/db/executions/execution-directory.js';
import { joinData } from '../packages/service/dist/db/opening/open-data.js';
import { findExecutions } from '../packages/service/dist/executions/reads/find-executions.js';
import { dataPlaceOf, vaultOf } from './grown-service.mjs';
import { timeEach } from './times.mjs';

const callsOfEach = 200;

/** Searches, each with the minimum number of executions on its first page. */
const searches = [
  ['find by a user id', 'user-id', 'bench', 2],
  ['find by a name that six of ten have', 'name', 'Anna Maria Eriksson', 50],
  ['find by an e-mail address that none has', 'email', 'nobody@example.com', 0],
];

/** @returns the median and the 95th percentile of each search, in ms. */
export async function timesOfFind(service) {
  const vault = vaultOf(service);
  const database = await joinData(dataPlaceOf(service), () => vault);
  try {
    const [account] = await database.reader.selectFrom('accounts').select('id').execute();
    const services = {
      directory: createExecutionDirectory(database.reader),
      vault,
      clock: { now: () => Date.now() },
      recordRead: async () => {},
    };
    const actor = { kind: 'operator', user: 'bench' };
    const rows = [];
    for (const [name, kind, text, least] of searches) {
      const find = () => findExecutions(services, actor, { accountId: account.id, kind, text }, null);
      const { entries } = await find();
      if (entries.length < least) throw new Error(`${name}: ${entries.length} executions.`);
      rows.push({ name, ...(await timeEach(callsOfEach, find)) });
    }
    return rows;
  } finally {
    await database.close();
  }
}
