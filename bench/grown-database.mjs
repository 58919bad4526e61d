// A database with many executions: some few are made by the service itself, all others are copies of their rows under other
// ids, spread as random ones are. Whatever is told of a user is sealed anew for its copy, so that the service can open it.
import { DatabaseSync } from '@photostructure/sqlite';

/** Of a row's ids and hashes, the first eight characters are replaced: a number to each, spread over all there are. */
const spread = 2_654_435_761;

/** The id of the copy with that number. @param id - of the row that is copied. */
export function idOfCopy(id, number) {
  const prefix = Number((BigInt(number) * BigInt(spread)) & 0xffff_ffffn);
  return prefix.toString(16).padStart(8, '0') + id.slice(8);
}

const copied = (column) =>
  `case when "${column}" is null then null
   else printf('%08x', (n * ${spread}) & 4294967295) || substr("${column}", 9) end`;

/**
 * Columns that identify a row, or another row, in each table that grows with the executions; parents before their
 * children.
 */
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

/** Given by the database to each new row. */
const numbered = { user_marks: 'id' };

const deliveriesOf =
  'select id from webhook_deliveries where event_id in (select id from webhook_events where execution_id = ?)';

/** Conditions that find the rows about an execution. */
const aboutExecution = {
  executions: 'id = ?',
  jobs: 'subject_id = ?',
  webhook_deliveries: `id in (${deliveriesOf})`,
  webhook_attempts: `delivery_id in (${deliveriesOf})`,
};

const sealedAnew = (column, purpose) =>
  `sealed_anew("${column}", '${purpose}:' || id, '${purpose}:' || ${copied('id')})`;

/** Of what has ended: events over time, of which one in a thousand was given up. */
const eventsOverTime = {
  webhook_events: { emitted_at: 'emitted_at - n' },
  webhook_deliveries: {
    created_at: 'created_at - n',
    state: "case when n % 1000 = 1 then 'undelivered' else 'delivered' end",
    undelivered_at: 'case when n % 1000 = 1 then created_at - n end',
    delivered_at: 'case when n % 1000 = 1 then null else created_at - n end',
    next_at: 'null',
  },
  webhook_attempts: { started_at: 'started_at - n' },
};

/** All users of the copies have the same name, and nothing else in common. */
const foundBy = { hash: `case when kind = 'name' then hash else ${copied('hash')} end` };

/** Started one after the other, which the rows that they are found by repeat. */
const startedOverTime = { created_at: 'created_at - n' };

/** Changes to the rows of each kind of execution in its copies; a table that is false has none. */
const kinds = {
  /** Nobody has come to it yet. */
  waiting: { executions: startedOverTime, search_hashes: { ...foundBy, ...startedOverTime } },
  kept: {
    ...eventsOverTime,
    search_hashes: { ...foundBy, ...startedOverTime },
    executions: {
      ...startedOverTime,
      sealed_inputs: sealedAnew('sealed_inputs', 'inputs'),
      sealed_ip: sealedAnew('sealed_ip', 'ip'),
    },
    checks: { sealed: sealedAnew('sealed', 'check') },
    decisions: { sealed_comment: sealedAnew('sealed_comment', 'comment') },
  },
  purged: {
    ...eventsOverTime,
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

/**
 * Copies the rows about executions: of ten copies one waits for its user, three are purged, and six have ended and are kept.
 *
 * @param file - the database; nobody else may have it open.
 * @param done - an execution that has ended.
 * @param waiting - an execution that waits for its user, with the job that lets it expire in time.
 * @param count - of copies in all.
 * @param vault - opens the seals of the executions.
 */
export function growDatabase(file, { done, waiting, count, vault }) {
  const database = new DatabaseSync(file);
  try {
    const { wrapped_key: wrappedKey } = database
      .prepare('select wrapped_key from executions where id = ?')
      .get(done);
    const key = vault.openDataKey(wrappedKey);
    database.function('sealed_anew', (sealed, context, copyContext) =>
      sealed === null ? null : key.seal(key.open(sealed, context), copyContext),
    );
    // Index pages are hit at random: 2 GB hold all of them. Indexes of no constraint are built once, sorted, at the end.
    database.exec('pragma synchronous = off; pragma journal_mode = wal; pragma cache_size = -2000000; begin');
    const indexes = indexesOf(database);
    for (const { name } of indexes) database.exec(`drop index "${name}"`);
    for (const table of Object.keys(identities))
      for (const [kind, changes] of Object.entries(kinds)) {
        if (changes[table] === false) continue;
        copyRows(database, table, {
          execution: kind === 'waiting' ? waiting : done,
          numbers: shares[kind],
          count,
          changes: changes[table] ?? {},
        });
      }
    for (const { sql } of indexes) database.exec(sql);
    database.exec('commit; analyze; pragma wal_checkpoint(truncate)');
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

function copyRows(database, table, { execution, numbers, count, changes }) {
  const names = database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== numbered[table]);
  const columns = names.map((name) => {
    if (changes[name]) return changes[name];
    return identities[table].includes(name) ? copied(name) : `"${name}"`;
  });
  // The rows that are copied are gathered first, so that none of the copies is taken for one of them.
  database
    .prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?),
         samples as materialized (select * from "${table}" where ${aboutExecution[table] ?? 'execution_id = ?'})
       insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
       select ${columns.join(', ')} from numbers, samples where ${numbers}`,
    )
    .run(count, execution);
}
