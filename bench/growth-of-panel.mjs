// Times reads in the Admin Panel: lists by filters, exact searches, one run. Each call is timed separately, as a person
// experiences it.
import { randomUUID } from 'node:crypto';
import { acceptInvitation } from '../packages/service/dist/administration/people/invitations/accept-invitation.js';
import { invitePerson } from '../packages/service/dist/administration/people/invitations/invite-person.js';
import { requestTokenOf } from '../packages/service/dist/administration/people/sign-in/read-session.js';
import { createAuditStore } from '../packages/service/dist/db/audit/audit-trail.js';
import { createRowSeal } from '../packages/service/dist/db/integrity/sealed-rows.js';
import { openData } from '../packages/service/dist/db/opening/open-data.js';
import { createLogger } from '../packages/service/dist/logging/logger.js';
import { openPeople } from '../packages/service/dist/start/open-people.js';
import { idOfCopy, numberIn, startOfCopy } from './grown-database.mjs';
import { cpuOfService } from './measured-server.mjs';
import { timeEach } from './times.mjs';

const callsOfEach = Number(process.env.PANEL_CALLS ?? 100);

/**
 * Adds a new person to an account of data that no service uses.
 *
 * @returns the headers of their session.
 */
export async function joinPanel(place, accountId, vault) {
  const database = await openData(place, vault);
  const clock = { now: () => Date.now() };
  const logger = createLogger({ level: 'error', clock, write: () => {} });
  const people = openPeople({
    database,
    audit: createAuditStore(database),
    rows: createRowSeal(vault),
    vault,
    clock,
    logger,
    isDevelopment: true,
  });
  const grant = { accountId, role: 'owner', modes: ['live', 'test'], pictures: true };
  const operator = { kind: 'operator', user: 'bench' };
  const { token } = await invitePerson(people, operator, { ...grant, email: `${randomUUID()}@shop.example` });
  const from = { address: '127.0.0.1', network: '127.0.0.1', browser: null, device: null };
  const opened = await acceptInvitation(
    people,
    { token, name: 'A Person', password: 'a long password of the bench', hasPassword: false },
    from,
  );
  const headers = {
    cookie: `admin-session=${opened.token}`,
    'x-request-token': requestTokenOf(people, { accountId, sessionId: opened.session.id }),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  await database.close();
  return headers;
}

/** Calls to time: `[name, path, body]`. */
const callsOf = ({ count, done, workflowId }) => {
  const kept = idOfCopy(done, numberIn.kept(1));
  const middle = `after=${startOfCopy(done, count / 2)}.${idOfCopy(done, count / 2)}`;
  const find = (by, value) => ['executions/search', { by, value }];
  return [
    ['list, first page', 'executions'],
    ['list, a page in the middle', `executions?${middle}`],
    ['list, APPROVED in test mode', 'executions?status=APPROVED&mode=test'],
    ['list, waiting for a decision', 'executions?waiting=true'],
    ['list, of a workflow without executions', `executions?workflow=${workflowId}`],
    ['list, by a check that all have', 'executions?check=DOCUMENT_CHECK'],
    ['list, by a code that none has: one page', 'executions?code=EXPIRED'],
    ['search by id', ...find('id', kept)],
    ['search by a user id', ...find('user-id', 'bench')],
    ['search by a name that all have', ...find('name', 'Anna Maria Eriksson')],
    ['search by an e-mail that none has', ...find('email', 'nobody@example.com')],
    ['one run', `executions/${kept}`],
  ];
};

/**
 * Times the calls of one person, one after the other.
 *
 * @returns CPU, median and 95th percentile of each call, in ms.
 */
export async function timesOfPanel(service) {
  const rows = [];
  for (const [name, path, body] of callsOf(service)) {
    const before = await cpuOfService(service);
    const times = await timeEach(callsOfEach, async () => {
      const reply = await fetch(`${service.origin}/admin-api/v1/${path}`, {
        headers: service.panel,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`);
    });
    const cpu = Number((((await cpuOfService(service)) - before) / callsOfEach).toFixed(1));
    rows.push({ name, cpu, ...times });
  }
  return rows;
}
