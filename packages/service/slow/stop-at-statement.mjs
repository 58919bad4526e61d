// Stops a process at a statement: when loaded by --import, it replaces the module that opens databases. The process first
// prints the signal STOP_BY, and then sends it to itself. STOP_AT is the text of the statement before which it stops; "after
// commit", after its first commit; "statement 12", before the twelfth of all; or "no statement", to list all of them.
import { writeSync } from 'node:fs';
import { register } from 'node:module';
import { DatabaseSync as Database } from '@photostructure/sqlite';

export { backup } from '@photostructure/sqlite';

const { STOP_AT, STOP_BY } = process.env;
let hasStopped = false;
let count = 0;

function see(sql) {
  if (STOP_AT === 'no statement') writeSync(2, `${JSON.stringify({ sql })}\n`);
  count += 1;
  if (hasStopped || (sql !== STOP_AT && STOP_AT !== `statement ${count}`)) return;
  hasStopped = true;
  writeSync(2, `${STOP_BY}\n`);
  process.kill(process.pid, STOP_BY);
}

export class DatabaseSync extends Database {
  exec(sql) {
    see(sql);
    super.exec(sql);
    if (sql === 'commit') see('after commit');
  }

  prepare(sql, ...rest) {
    const statement = super.prepare(sql, ...rest);
    for (const way of ['run', 'get', 'all', 'iterate']) {
      const run = statement[way].bind(statement);
      const watchedWay = (...values) => {
        see(sql);
        return run(...values);
      };
      Object.defineProperty(statement, way, { value: watchedWay });
    }
    return statement;
  }
}

const hooks = `export const resolve = (specifier, context, next) =>
  specifier === '@photostructure/sqlite' && context.parentURL !== ${JSON.stringify(import.meta.url)}
    ? { url: ${JSON.stringify(import.meta.url)}, shortCircuit: true }
    : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
