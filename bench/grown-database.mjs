// A database with many executions: some few are made by the service itself, all others are copies of their rows under other
// ids, in the order in which they would have been started. Whatever is told of a user is sealed anew for its copy, so that the
// service can open it.
import { DatabaseSync } from '@photostructure/sqlite';

/** Of random ids and of hashes, the first eight characters are replaced: a number to each, spread over all there are. */
const spread = 2_654_435_761;

/** The time of an id of version 7, in milliseconds. */
const timeOf = (id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** When the copy of an execution with that number was started: a millisecond before the last. @param id - of what is copied. */
export const startOfCopy = (id, number) => timeOf(id) - number;

/** The id of the copy of an execution with that number. @param id - of the execution that is copied. */
export function idOfCopy(id, number) {
  const time = startOfCopy(id, number).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
}

/** The copy of a random id, or of a hash. */
const spreadText = (column) =>
  `case when "${column}" is null then null
   else printf('%08x', (n * ${spread}) & 4294967295) || substr("${column}", 9) end`;

/** The copy of an id of version 7. @param time - in milliseconds: that of the id. */
const shiftedId = (column, time) => {
  const digits = `printf('%012x', ${time} - n)`;
  return `substr(${digits}, 1, 8) || '-' || substr(${digits}, 9) || substr("${column}", 14)`;
};

/** Columns that identify a row, or another row, in each table that grows with the executions. */
const identities = {
  executions: ['id', 'token_hash'],
  checks: ['id', 'execution_id', 'session_id', 'transaction_id'],
  captures: ['id', 'execution_id', 'media_ref'],
  decisions: ['id', 'execution_id'],
  user_marks: ['execution_id', 'hash', 'user_hash'],
  search_hashes: ['execution_id', 'hash'],
  webhook_events: ['id', 'execution_id'],
  webhook_deliveries: ['id', 'event_id'],
  webhook_attempts: ['id', 'delivery_id'],
  jobs: ['id', 'subject_id'],
};

/** Of these, the ids of version 7: that of the execution, and ids that hold the time in `created_at`. */
const ofExecution = { executions: 'id', jobs: 'subject_id' };
const timed = { jobs: 'id' };

/** Given by the database to each new row. */
const numbered = { user_marks: 'id' };

const deliveriesOf =
  'select id from webhook_deliveries where event_id in (select id from webhook_events where execution_id = ?3)';

/** Conditions that find the rows about an execution. */
const aboutExecution = {
  executions: 'id = ?3',
  jobs: 'subject_id = ?3',
  webhook_deliveries: `id in (${deliveriesOf})`,
  webhook_attempts: `delivery_id in (${deliveriesOf})`,
};

/** @param idOf - makes the id of a copy. */
const sealedAnew = (column, purpose, idOf) => (time) =>
  `sealed_anew("${column}", '${purpose}:' || id, '${purpose}:' || ${idOf('id', time)})`;

/** Copies whose events were given up: one in a hundred of the latest. What was given up before has been removed. */
const isGivenUp = 'n % 100 = 1 and n < 100000';

/** Of what has ended: events over time. */
const eventsOverTime = {
  webhook_events: { emitted_at: 'emitted_at - n' },
  webhook_deliveries: {
    created_at: 'created_at - n',
    state: `case when ${isGivenUp} then 'undelivered' else 'delivered' end`,
    undelivered_at: `case when ${isGivenUp} then created_at - n end`,
    delivered_at: `case when ${isGivenUp} then null else created_at - n end`,
    next_at: 'null',
  },
  webhook_attempts: { started_at: 'started_at - n' },
};

/** All users of the copies have the same name, and nothing else in common. */
const foundBy = { hash: `case when kind = 'name' then hash else ${spreadText('hash')} end` };

/** Started one after the other, which the rows that they are found by repeat. */
const startedOverTime = { created_at: 'created_at - n' };

/** Jobs that let runs expire come due long after the measurement, however old the filled database is then. */
const jobsLater = { created_at: 'created_at - n', due_at: `due_at + ${365 * 24 * 60 * 60_000}` };

/** Changes to the rows of each kind of execution in its copies; a table that is false has none. */
const kinds = {
  /** Nobody has come to it yet. */
  waiting: {
    executions: startedOverTime,
    search_hashes: { ...foundBy, ...startedOverTime },
    jobs: jobsLater,
  },
  kept: {
    ...eventsOverTime,
    jobs: jobsLater,
    search_hashes: { ...foundBy, ...startedOverTime },
    executions: {
      ...startedOverTime,
      sealed_inputs: sealedAnew('sealed_inputs', 'inputs', shiftedId),
      sealed_ip: sealedAnew('sealed_ip', 'ip', shiftedId),
    },
    checks: { sealed: sealedAnew('sealed', 'check', spreadText) },
    decisions: { sealed_comment: sealedAnew('sealed_comment', 'comment', spreadText) },
  },
  purged: {
    ...eventsOverTime,
    jobs: jobsLater,
    search_hashes: false,
    executions: {
      ...startedOverTime,
      data_purged_at: 'coalesce(finished_at, 0)',
      wrapped_key: 'null',
      sealed_inputs: 'null',
      sealed_ip: 'null',
      platform: 'null',
    },
    checks: {
      sealed: 'null',
      session_id: 'null',
      transaction_id: 'null',
      platform: 'null',
      status_detail: 'null',
    },
    captures: false,
    decisions: { sealed_comment: 'null' },
    user_marks: false,
  },
};

/** Of ten copies, which are of what kind. */
const shares = { waiting: 'n % 10 = 0', purged: 'n % 10 between 1 and 3', kept: 'n % 10 > 3' };

/** The number of a copy that has ended and is kept, and of one that is purged, in the ten that begin with a number. */
export const numberIn = { kept: (ten) => ten * 10 + 4, purged: (ten) => ten * 10 + 1 };

/** Copies are made in the order of time, so many at a time. */
const perStep = 20_000;

/**
 * Copies the rows about executions: of ten copies one waits for its user, three are purged, and six have ended and are kept. The
 * state of each has to be sealed afterwards.
 *
 * @param file - the database; nobody else may have it open. Where this does not come to its end, the file is of no use.
 * @param done - an execution that has ended.
 * @param waiting - an execution that waits for its user, with the job that lets it expire in time.
 * @param count - of copies in all.
 * @param vault - opens the seals of the executions.
 */
export function growDatabase(file, { done, waiting, count, vault }) {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    // Index pages are hit at random: 3 GB hold all of them. Indexes of no constraint are built once, sorted, at the end. Pages that
    // are new need no journal.
    database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -3000000');
    const { wrapped_key: wrappedKey } = database
      .prepare('select wrapped_key from executions where id = ?')
      .get(done);
    database.function('sealed_anew', createReseal(vault.openDataKey(wrappedKey)));
    const indexes = indexesOf(database);
    for (const { name } of indexes) database.exec(`drop index "${name}"`);
    const copies = Object.keys(identities).flatMap((table) =>
      Object.entries(kinds)
        .filter(([, changes]) => changes[table] !== false)
        .map(([kind, changes]) => {
          const execution = kind === 'waiting' ? waiting : done;
          const copy = { execution, numbers: shares[kind], changes: changes[table] ?? {} };
          return prepareCopy(database, table, copy);
        }),
    );
    database.exec('begin');
    for (let most = count; most > 0; most -= perStep)
      for (const copy of copies) copy(most, Math.max(1, most - perStep + 1));
    for (const { sql } of indexes) database.exec(sql);
    database.exec('commit; pragma journal_mode = wal');
    return Object.fromEntries(
      Object.keys(identities).map((table) => [
        table,
        database.prepare(`select count(*) as rows from "${table}"`).get().rows,
      ]),
    );
  } finally {
    database.close();
  }
}

/** Makes the function that seals a text for a copy. Each text is opened once. */
function createReseal(key) {
  const texts = new Map();
  return (sealed, context, copyContext) => {
    if (sealed === null) return null;
    if (!texts.has(context)) texts.set(context, key.open(sealed, context));
    return key.seal(texts.get(context), copyContext);
  };
}

/** The indexes of the tables that grow, besides those of their constraints, which cannot be dropped. */
function indexesOf(database) {
  return Object.keys(identities).flatMap((table) =>
    database
      .prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name = ?`,
      )
      .all(table),
  );
}

/** Prepares the copying of a table's rows about an execution. @returns copies them for the numbers from the highest to the lowest. */
function prepareCopy(database, table, { execution, numbers, changes }) {
  const time = timeOf(execution);
  const names = database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== numbered[table]);
  const copyOf = (name) => {
    const change = changes[name];
    if (change) return typeof change === 'function' ? change(time) : change;
    if (name === (ofExecution[table] ?? 'execution_id')) return shiftedId(name, time);
    if (name === timed[table]) return shiftedId(name, 'created_at');
    return identities[table].includes(name) ? spreadText(name) : `"${name}"`;
  };
  // The rows that are copied are gathered first, so that none of the copies is taken for one of them.
  const statement = database.prepare(
    `with recursive numbers(n) as (select ?1 union all select n - 1 from numbers where n > ?2),
       samples as materialized (select * from "${table}" where ${aboutExecution[table] ?? 'execution_id = ?3'})
     insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     select ${names.map(copyOf).join(', ')} from numbers cross join samples where ${numbers}`,
  );
  return (most, least) => statement.run(most, least, execution);
}
