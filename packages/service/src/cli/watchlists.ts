import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { describeFailure } from '../unavailable.ts';
import {
  listWatchlists,
  type PublishList,
  removeWatchlist,
  ShrunkListError,
} from '../watchlists/list-folder.ts';
import {
  lastSharedVersion,
  removeEarlierLists,
  removeSharedList,
  shareList,
  syncSharedLists,
} from '../watchlists/share-lists.ts';
import {
  type ListedEntry,
  type ListFormat,
  listFormats,
  listIdPattern,
  type Watchlist,
} from '../watchlists/watchlist.ts';
import type { Answer, Call, Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { recordCommand } from './record-command.ts';
import { minuteOf, table, toIsoString } from './table.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const watchlistCommands: readonly Command[] = [
  {
    name: 'lists import',
    summary: 'Imports a list of people for AML screening, replacing its previous version.',
    operand: 'file, or - for standard input',
    options: {
      format: { value: listFormats.join('|'), about: 'The format of the file.', required: true },
      list: { value: 'id', about: 'Its id in workflows and findings: a–z, 0–9 and -.', required: true },
      source: { value: 'text', about: 'Its source; by default the name of the file.' },
      'shrink-allowed': {
        value: null,
        about: 'Accepts it even if it has over a tenth fewer people or names than the previous version.',
      },
    },
    notes: `simple-csv has the columns id, name, aliases, birth_dates and countries; several values in one field are separated by
semicolons. From opensanctions-csv (targets.simple.csv) and ofac-sdn-xml (SDN.XML), only people are imported; in simple-csv,
an optional column schema, as OpenSanctions has it, marks people, too. The service uses the new version from the next check
on; running checks finish with the previous one. With MEDIA_URL, the list is also stored in the bucket, and all instances use it
within a minute.`,
    async run({ operator, operand, must, text, flag }) {
      const format = formatOf(must('format'));
      const id = must('list');
      if (!listIdPattern.test(id)) throw new UsageError(`"${id}" is not a valid list id.`);
      const source = text('source') ?? basename(operand);
      const folder = operator.listFolder();
      const content = operand === '-' ? operator.input : await openFile(operand);
      // Loaded on use, because few commands need the code that reads lists and compares names.
      const { importList } = await import('../watchlists/import-list.ts');
      const shared = await operator.sharedLists();
      if (shared) await syncSharedLists(folder, shared);
      const last = shared ? await lastSharedVersion(shared, id) : 0;
      const about = { id, format, source, importedAt: Math.max(operator.clock.now(), last + 1) };
      const publish: PublishList = async (version, description) => {
        if (shared) await shareList(folder, shared, version, description);
      };
      const options = { mayShrink: flag('shrink-allowed'), publish };
      const list = await importList(folder, content, about, options).catch((cause) => {
        if (cause instanceof ShrunkListError)
          throw new CommandError(
            `Nothing was imported: the file may be incomplete or belong to another list. ${cause.message} If it is correct, add --shrink-allowed.`,
          );
        throw new CommandError(`Nothing was imported. ${describeFailure(cause)}`);
      });
      if (shared) await removeEarlierLists(shared, list);
      await recordCommand(operator, {
        act: 'lists.import',
        subject: { kind: 'list', id },
        changes: { people: list.entries, names: list.names },
      });
      const { skipped } = list;
      return {
        data: { ...viewOf(list), skipped },
        text: `The list ${id} has ${list.entries} people with ${list.names} names.${
          skipped > 0 ? ` ${skipped} entries that are not about a person were skipped.` : ''
        }`,
      };
    },
  },
  {
    name: 'lists remove',
    summary: 'Removes a list. Workflows that name it, or use all lists when none is left, end in REVIEW.',
    operand: 'list id',
    options: {},
    async run({ operator, operand }) {
      const folder = operator.listFolder();
      const shared = await operator.sharedLists();
      const wasShared = shared !== null && (await removeSharedList(shared, operand));
      if (!(await removeWatchlist(folder, operand)) && !wasShared)
        throw new CommandError(`There is no list "${operand}". "lists" shows all lists.`);
      await recordCommand(operator, {
        act: 'lists.remove',
        subject: { kind: 'list', id: operand },
        changes: {},
      });
      return { data: { id: operand }, text: `The list ${operand} was removed.` };
    },
  },
  {
    name: 'lists show',
    summary: 'Shows an entry of a list by the id that findings of a screening have.',
    operand: 'list id/entry, as in ofac-sdn/1001',
    options: {},
    isReadOnly: true,
    run: showEntry,
  },
  {
    name: 'lists',
    summary: 'Lists the lists for AML screening, with their age.',
    operand: null,
    options: {},
    isReadOnly: true,
    async run({ operator }) {
      const { clock } = operator;
      const lists = await listWatchlists(operator.listFolder());
      const ageOf = ({ importedAt }: Watchlist) => Math.floor((clock.now() - importedAt) / dayMs);
      return {
        data: lists.map((list) => ({ ...viewOf(list), ageDays: ageOf(list) })),
        text: table(
          ['id', 'people', 'names', 'imported', 'age', 'source'],
          lists.map((list) => [
            list.id,
            String(list.entries),
            String(list.names),
            minuteOf(list.importedAt),
            `${ageOf(list)} d`,
            list.source,
          ]),
          'There are no lists. Import one: lists import',
        ),
      };
    },
  },
];

async function showEntry({ operator, operand }: Call): Promise<Answer> {
  const [, id = '', reference = ''] = /^([^/]+)\/(.+)$/s.exec(operand) ?? [];
  if (reference === '') throw new UsageError(`"${operand}" is not an entry: write it like ofac-sdn/1001.`);
  const list = (await listWatchlists(operator.listFolder())).find((one) => one.id === id);
  if (!list) throw new CommandError(`There is no list "${id}". "lists" shows all lists.`);
  // Loaded on use, because few commands need the code that compares names.
  const { openList } = await import('../watchlists/open-list.ts');
  const opened = openList(list.file);
  try {
    const entries = opened.entries(reference);
    const common = { list: id, source: list.source, importedAt: toIsoString(list.importedAt) };
    if (entries.length === 0)
      throw new CommandError(
        `The list ${id} of ${minuteOf(list.importedAt)} has no entry "${reference}". An earlier version may have contained it.`,
      );
    return {
      data: { ...common, entries },
      text: entries.map((entry) => textOfEntry(list, entry)).join('\n\n'),
    };
  } finally {
    opened.close();
  }
}

function textOfEntry(list: Watchlist, { reference, names, birthDates, countries }: ListedEntry): string {
  const [name = '', ...aliases] = names;
  const lines = [
    ['entry', `${list.id}/${reference}`],
    ['name', name],
    ...aliases.map((alias) => ['alias', alias]),
    ['born', birthDates.join(', ') || '–'],
    ['countries', countries.join(', ') || '–'],
    ['list', `${list.source}, imported ${minuteOf(list.importedAt)}`],
  ];
  return lines.map(([label = '', value = '']) => `${label.padEnd(10)} ${value}`).join('\n');
}

/** @throws {CommandError} if the file cannot be opened. */
async function openFile(file: string): Promise<Readable> {
  const handle = await open(file).catch((cause) => {
    throw new CommandError(`${file} cannot be read. ${(cause as Error).message}`);
  });
  return handle.createReadStream();
}

function formatOf(text: string): ListFormat {
  const format = listFormats.find((known) => known === text);
  if (!format) throw new UsageError(`"${text}" is none of the formats ${listFormats.join(', ')}.`);
  return format;
}

function viewOf({ id, format, source, importedAt, entries, names }: Watchlist) {
  return { id, format, source, importedAt: toIsoString(importedAt), entries, names };
}
