// A database with many executions: a few are created by the service itself, all others are copies of their rows with other ids,
// in the order in which they would have been started. Encrypted data of users is sealed again for each copy, so that the
// service can open it.
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * Odd multiplier that spreads the numbers of copies over 32 bits without collisions. In hex, the product replaces the first
 * eight characters of random ids and hashes.
 */
const spread = 2_654_435_761;

/** Returns the time in a UUID of version 7, in ms. */
const timeOf = (id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/**
 * Returns when the copy of an execution with that number was started, in ms since 1970: `number` ms before the original.
 *
 * @param id - of the original.
 */
export const startOfCopy = (id, number) => timeOf(id) - number;

/**
 * Returns the id of the copy of an execution with that number.
 *
 * @param id - of the original.
 */
export function idOfCopy(id, number) {
  const time = startOfCopy(id, number).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
}

/** SQL of the copy of a random id or a hash. */
const spreadText = (column) =>
  `case when "${column}" is null then null
   else printf('%08x', (n * ${spread}) & 4294967295) || substr("${column}", 9) end`;

/**
 * SQL of the copy of a UUID of version 7.
 *
 * @param time - time of the id, in ms.
 */
const shiftedId = (column, time) => {
  const digits = `printf('%012x', ${time} - n)`;
  return `substr(${digits}, 1, 8) || '-' || substr(${digits}, 9) || substr("${column}", 14)`;
};

/** Columns that identify a row or refer to another one, in each table that grows with the executions. */
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

/** UUIDs of version 7 among them: the id of the execution, and ids whose time is `created_at`. */
const ofExecution = { executions: 'id', jobs: 'subject_id' };
const timed = { jobs: 'id' };

/** Ids that the database assigns to new rows. */
const numbered = { user_marks: 'id' };

const deliveriesOf =
  'select id from webhook_deliveries where event_id in (select id from webhook_events where execution_id = ?3)';

/** Conditions for the rows of an execution. */
const aboutExecution = {
  executions: 'id = ?3',
  jobs: 'subject_id = ?3',
  webhook_deliveries: `id in (${deliveriesOf})`,
  webhook_attempts: `delivery_id in (${deliveriesOf})`,
};

/**
 * Returns the SQL of a sealed column in a copy, which is bound to the id of its row.
 *
 * @param idOf - returns the SQL of the copy's id.
 */
const resealed = (column, purpose, idOf) => (time) =>
  `sealed_anew("${column}", '${purpose}:' || id, '${purpose}:' || ${idOf('id', time)})`;

/** Copies with undelivered events: one in a hundred of the latest. Earlier undelivered events have been removed. */
const isGivenUp = 'n % 100 = 1 and n < 100000';

/** Changes for ended executions: their events spread over time. */
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

/** All users of the copies share their name and nothing else. */
const foundBy = { hash: `case when kind = 'name' then hash else ${spreadText('hash')} end` };

/** Copies start one after the other; rows of the search index repeat the time. */
const startedOverTime = { created_at: 'created_at - n' };

/** Expiry jobs become due long after the measurement, however old the filled database is by then. */
const delayedJobs = { created_at: 'created_at - n', due_at: `due_at + ${365 * 24 * 60 * 60_000}` };

/** Changes to the rows of each kind of execution in its copies. A table set to false has no rows. */
const kinds = {
  /** The user has not begun yet. */
  waiting: {
    executions: startedOverTime,
    search_hashes: { ...foundBy, ...startedOverTime },
    jobs: delayedJobs,
  },
  kept: {
    ...eventsOverTime,
    jobs: delayedJobs,
    search_hashes: { ...foundBy, ...startedOverTime },
    executions: {
      ...startedOverTime,
      sealed_inputs: resealed('sealed_inputs', 'inputs', shiftedId),
      sealed_ip: resealed('sealed_ip', 'ip', shiftedId),
    },
    checks: { sealed: resealed('sealed', 'check', spreadText) },
    decisions: { sealed_comment: resealed('sealed_comment', 'comment', spreadText) },
  },
  purged: {
    ...eventsOverTime,
    jobs: delayedJobs,
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

/** Share of each kind among ten copies. */
const shares = { waiting: 'n % 10 = 0', purged: 'n % 10 between 1 and 3', kept: 'n % 10 > 3' };

/** Returns the number of an ended and kept copy, or of a purged one, in a given group of ten. */
export const numberIn = { kept: (ten) => ten * 10 + 4, purged: (ten) => ten * 10 + 1 };

/** Number of copies per step, made in order of time. */
const perStep = 20_000;

/**
 * Copies the rows of executions. Of ten copies, one waits for its user, three are purged, and six have ended and are kept. The
 * state of each must be sealed afterwards.
 *
 * @param file - the database, which must not be open elsewhere. If this function fails, the file is unusable.
 * @param done - id of the decided execution of which the ended and the purged ones are copies.
 * @param waiting - id of an execution that waits for its user, with its expiry job.
 * @param count - total number of copies.
 * @param vault - opens the seals of the executions.
 */
export function growDatabase(file, { done, waiting, count, vault }) {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    // Index pages are accessed at random, so 3 GB of cache hold all of them. Indexes without a constraint are built sorted,
    // once, at the end. New pages need no journal.
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

/** Returns a function that seals a text for a copy. Each text is opened only once. */
function createReseal(key) {
  const texts = new Map();
  return (sealed, context, copyContext) => {
    if (sealed === null) return null;
    if (!texts.has(context)) texts.set(context, key.open(sealed, context));
    return key.seal(texts.get(context), copyContext);
  };
}

/** Returns the indexes of the growing tables, except those of constraints, which cannot be dropped. */
function indexesOf(database) {
  return Object.keys(identities).flatMap((table) =>
    database
      .prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name = ?`,
      )
      .all(table),
  );
}

/**
 * Prepares the copying of a table's rows of an execution.
 *
 * @returns a function that copies them for the numbers from the highest to the lowest.
 */
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
  // The original rows are collected first, so that no copy is copied again.
  const statement = database.prepare(
    `with recursive numbers(n) as (select ?1 union all select n - 1 from numbers where n > ?2),
       samples as materialized (select * from "${table}" where ${aboutExecution[table] ?? 'execution_id = ?3'})
     insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     select ${names.map(copyOf).join(', ')} from numbers cross join samples where ${numbers}`,
  );
  return (most, least) => statement.run(most, least, execution);
}
