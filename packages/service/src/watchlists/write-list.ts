import { DatabaseSync } from '@photostructure/sqlite';
import { blockingKeys, unreliableScripts, wordsOfName } from '@vendor/checks/inputs';
import type { ListedEntry, Watchlist } from './watchlist.ts';

/** Bits of a name's id. A blocking key has 37 bits, so both fit into 64. */
const nameIdBits = 26n;
const maxNames = 2 ** Number(nameIdBits) - 1;

/**
 * Writes the names of a list to a new file: its entries, the words of their names, and for each blocking key (see
 * `blockingKeys`) the ids of the names that have it.
 */
export async function writeList(
  file: string,
  entries: AsyncIterable<ListedEntry>,
): Promise<Required<Pick<Watchlist, 'entries' | 'names' | 'scripts'>>> {
  const db = new DatabaseSync(file);
  try {
    // An unfinished file is discarded, so it needs no journal and no flushes.
    db.exec(`pragma journal_mode = off; pragma synchronous = off;
      create table entries (id integer primary key, reference text not null, birth_dates text not null, countries text not null);
      create table names (id integer primary key, entry integer not null, text text not null, words text not null);
      create table places (key integer primary key, names blob not null);
      begin`);
    const insertEntry = db.prepare(
      'insert into entries (id, reference, birth_dates, countries) values (?, ?, ?, ?)',
    );
    const insertName = db.prepare('insert into names (id, entry, text, words) values (?, ?, ?, ?)');
    const places = createNumberList();
    const scripts: Record<string, number> = {};
    let entryCount = 0;
    let nameCount = 0;
    for await (const { reference, names, birthDates, countries } of entries) {
      const known = new Set<string>();
      for (const text of names) {
        const words = wordsOfName(text);
        const spelled = words.join(' ');
        if (spelled === '' || known.has(spelled)) continue;
        known.add(spelled);
        nameCount += 1;
        if (nameCount > maxNames) throw new RangeError(`A list can have ${maxNames} names.`);
        for (const script of unreliableScripts(text)) scripts[script] = (scripts[script] ?? 0) + 1;
        insertName.run(nameCount, entryCount + 1, text, spelled);
        for (const key of blockingKeys(words)) places.push((BigInt(key) << nameIdBits) | BigInt(nameCount));
      }
      if (known.size === 0) continue;
      entryCount += 1;
      insertEntry.run(entryCount, reference, birthDates.join(' '), countries.join(' '));
    }
    writePlaces(db, places.sorted());
    db.exec('commit');
    return { entries: entryCount, names: nameCount, scripts };
  } finally {
    db.close();
  }
}

function writePlaces(db: InstanceType<typeof DatabaseSync>, packed: BigUint64Array): void {
  const insert = db.prepare('insert into places (key, names) values (?, ?)');
  const mask = BigInt(maxNames);
  for (let start = 0; start < packed.length; ) {
    const key = packed[start]! >> nameIdBits;
    let end = start + 1;
    while (end < packed.length && packed[end]! >> nameIdBits === key) end += 1;
    const names = new Uint32Array(end - start);
    for (let at = start; at < end; at++) names[at - start] = Number(packed[at]! & mask);
    insert.run(Number(key), new Uint8Array(names.buffer));
    start = end;
  }
}

/** Creates a growing list of 64-bit numbers in one array, since there may be millions. */
function createNumberList() {
  let numbers = new BigUint64Array(1 << 16);
  let count = 0;
  return {
    push(number: bigint) {
      if (count === numbers.length) {
        const larger = new BigUint64Array(2 * count);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[count] = number;
      count += 1;
    },
    sorted: () => numbers.subarray(0, count).sort(),
  };
}
