import { type CheckType, checkTypes, type ExecutionStatus, executionStatuses } from '@vendor/contract';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import type {
  CappedCount,
  ExecutionDirectory,
  ListCursor,
  ListedExecution,
} from '../../executions/reads/execution-directory.ts';
import { type FoundPage, findExecutions } from '../../executions/reads/find-executions.ts';
import { listExecutions, listPageSize } from '../../executions/reads/list-executions.ts';
import { searchKinds } from '../../executions/reads/search-hashes.ts';
import type { SearchKind } from '../../executions/stored-execution.ts';
import { accountOption, type Call, type Command, type Option } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { openStores, type Stores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { timeOf } from '../time-option.ts';

const afterOption: Option = {
  value: 'execution id',
  about: 'Only those after this one: the last of the previous page.',
};
const limitOption: Option = { value: 'number', about: `How many at most; ${listPageSize} by default.` };
const maxPageSize = 500;

/** Options to search by, one for each kind of search. */
export const searchOptions = {
  'user-id': { value: 'user_id', about: 'The user_id, exactly.' },
  email: { value: 'address', about: 'The e-mail address, in upper or lower case.' },
  phone: { value: 'number', about: 'The phone number, with + and the country code.' },
  'document-number': {
    value: 'number',
    about: 'The number of a document, read or sent as user_photoid_number.',
  },
  name: { value: 'name', about: 'Words of the name, in any order and spelling.' },
} as const satisfies Record<SearchKind, Option>;

/** Commands that list executions and find the executions of a person. */
export const executionListCommands: readonly Command[] = [
  {
    name: 'execution list',
    summary:
      'Lists executions of an account, newest first; with --waiting, those that await a decision, oldest first.',
    operand: null,
    options: {
      account: accountOption,
      waiting: { value: null, about: 'Only those in REVIEW that can be decided, oldest first.' },
      status: { value: executionStatuses.join('|'), about: 'Only those with this status.' },
      mode: { value: keyModes.join('|'), about: 'Only those started by keys of this mode.' },
      workflow: { value: 'workflow id', about: 'Only those of this workflow.' },
      version: { value: 'number', about: 'Only those of this version of it.' },
      check: { value: checkTypes.join('|'), about: 'Only those with a check of this type.' },
      code: { value: 'code', about: 'Only those with a check whose statusDetail has this code.' },
      from: { value: 'time', about: 'Only those started then or later: 2026-11-27 or 2026-11-27T09:00Z.' },
      to: { value: 'time', about: 'Only those started before then.' },
      after: afterOption,
      limit: limitOption,
    },
    notes: `Needs the master key: each row is verified before it is shown, and a row that was changed in the database shows a fault
instead of a status. --account is optional if there is only one. With --version, --check, --code, or with --waiting and
--workflow, a page can be shorter than its limit, or even empty, without being the last. With --json, a line on standard
error says that there are more: {"more":{"after":"<execution id>"}}.`,
    run: list,
  },
  {
    name: 'execution find',
    summary: 'Finds the executions of a person by one of the options below.',
    operand: null,
    options: { account: accountOption, ...searchOptions, after: afterOption, limit: limitOption },
    notes: `Searches by keyed hashes, so it needs the master key. A name is found if all its words are among the names of the start
request or of a document. Purged executions are not found. With the value -, it is read from standard input, so that no other
user of this machine sees it. "execution show" explains one execution.`,
    run: find,
  },
];

async function list(call: Call) {
  const { operator, text, flag } = call;
  const stores = await openStores(operator);
  const { directory } = stores;
  const account = await oneAccountOf(stores, text('account'));
  const workflowId = text('workflow') ?? null;
  const names = await workflowNames(stores, account.id);
  if (workflowId !== null && !names.has(workflowId))
    throw new CommandError(`The account has no workflow "${workflowId}".`);
  const version = text('version');
  if (version !== undefined && workflowId === null) throw new UsageError('--version needs --workflow.');
  const filter = {
    accountId: account.id,
    mode: oneOf<KeyMode>('mode', keyModes, text('mode')),
    status: oneOf<ExecutionStatus>('status', executionStatuses, text('status')),
    workflowId,
    workflowVersion: version === undefined ? null : numberOf('version', version, 1_000_000),
    checkType: oneOf<CheckType>('check', checkTypes, text('check')),
    code: text('code') ?? null,
    from: timeOf('from', text('from')) ?? null,
    to: timeOf('to', text('to')) ?? null,
    isWaiting: flag('waiting'),
  };
  const after = await findCursor(directory, account.id, text('after'));
  const found = await listExecutions({ directory }, operator.actor, filter, after, limitOf(text('limit')));
  const { entries, next, total } = found ?? { entries: [], next: null, total: null };
  return answerOf({
    entries,
    broken: await brokenOf(stores, entries),
    next,
    names,
    total,
    note: (await stores.areStatesWaiting()) ? unsealedStates : null,
  });
}

async function find(call: Call) {
  const { operator, text } = call;
  const stores = await openStores(operator);
  const { directory } = stores;
  const account = await oneAccountOf(stores, text('account'));
  const search = { accountId: account.id, ...(await readSearch(call, searchKinds)) };
  const after = await findCursor(directory, account.id, text('after'));
  const services = {
    directory,
    vault: operator.vault(),
    clock: operator.clock,
    recordRead: stores.audit.append,
  };
  const found = await findExecutions(services, operator.actor, search, after, limitOf(text('limit')));
  if (found === null) throw unsearchable(search.kind);
  const names = await workflowNames(stores, account.id);
  const broken = await brokenOf(stores, found.entries);
  return answerOf({ ...found, broken, names, total: null, note: noteOf(found) });
}

/** Reason why a stored execution cannot be trusted. */
type Fault = Awaited<ReturnType<Stores['brokenStates']>>[number]['fault'];

/** Finds the faults of listed executions, by id. What the database says about these executions may be forged. */
async function brokenOf(
  { brokenStates }: Stores,
  entries: readonly ListedExecution[],
): Promise<ReadonlyMap<string, Fault>> {
  const broken = await brokenStates(entries.map(({ id }) => id));
  return new Map(broken.map(({ executionId, fault }) => [executionId, fault]));
}

/** Explains in which cases the result may lack executions. */
function noteOf({ isComplete, unsearchable }: Pick<FoundPage, 'isComplete' | 'unsearchable'>): string | null {
  const notes = [
    ...(isComplete ? [] : [incompleteSearch]),
    ...(unsearchable === 0 ? [] : [unsearchableWords(unsearchable)]),
  ];
  return notes.length === 0 ? null : notes.join(' ');
}

/** Reports that some executions of an account cannot be searched. */
export function unsearchableWords(count: number): string {
  return `${count} executions of the account cannot be found, because their stored data is broken: orchestration audit verify`;
}

/** Shown while the service has not sealed executions of an earlier version. */
const unsealedStates =
  'Executions of an earlier version are not sealed yet: start the service once. Until then, a search may miss some.';

/** Shown if the result may lack executions. */
const incompleteSearch =
  'The service is still indexing executions of an earlier version. Some may be missing here.';

/**
 * Reads the kind and the value of a search. `-` reads the value from the standard input, because other users of the machine can
 * see the arguments.
 *
 * @throws {UsageError} unless exactly one option gives a value.
 */
export async function readSearch(
  { text, operator }: Pick<Call, 'text' | 'operator'>,
  kinds: readonly SearchKind[],
): Promise<{ readonly kind: SearchKind; readonly text: string }> {
  const [kind, ...others] = kinds.filter((one) => text(one) !== undefined);
  if (kind === undefined || others.length > 0)
    throw new UsageError(`Give exactly one of ${kinds.map((one) => `--${one}`).join(', ')}.`);
  const typed = text(kind) ?? '';
  if (typed !== '-') return { kind, text: typed };
  const piped = Buffer.concat(await operator.input.toArray()).toString('utf8');
  return { kind, text: piped.replace(/\r?\n$/, '') };
}

/** Explains why the given value cannot be searched for. */
export function unsearchable(kind: SearchKind): UsageError {
  if (kind === 'phone') return new UsageError('--phone must be a number with + and the country code.');
  return new UsageError(`--${kind} must have a letter or a digit.`);
}

/** Returns the named account, or the only one. */
export async function oneAccountOf(
  { accounts }: Pick<Stores, 'accounts'>,
  id: string | undefined,
): Promise<{ id: string; name: string }> {
  if (id !== undefined) return accountOf(accounts, id);
  const [account, ...others] = await accounts.accounts();
  if (!account) throw new CommandError('There are no accounts yet. Create one: account create --name …');
  if (others.length > 0)
    throw new UsageError('There are several accounts. Name one with --account; "account list" shows them.');
  return account;
}

async function workflowNames({ workflows }: Stores, accountId: string): Promise<Map<string, string>> {
  return new Map((await workflows.workflows(accountId)).map(({ id, name }) => [id, name]));
}

interface ListAnswer {
  readonly entries: readonly ListedExecution[];
  readonly broken: ReadonlyMap<string, Fault>;
  readonly next: ListCursor | null;
  /** Names of workflows, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Total number; null: not counted. */
  readonly total: CappedCount | null;
  /** Note to print with the list. */
  readonly note: string | null;
}

function answerOf({ entries, broken, next, names, total, note }: ListAnswer) {
  const headings = ['id', 'started', 'ended', 'status', 'mode', 'workflow', 'data'];
  const rows = entries.map((entry) => [
    entry.id,
    minuteOf(entry.createdAt),
    entry.finishedAt === null ? '–' : minuteOf(entry.finishedAt),
    broken.get(entry.id) ?? entry.status,
    entry.mode,
    `${names.get(entry.workflowId) ?? entry.workflowId}, version ${entry.workflowVersion}`,
    entry.dataPurgedAt === null ? 'kept' : 'purged',
  ]);
  const none = next === null ? 'There is none.' : 'None among those examined.';
  const more = next === null ? [] : [`There are more: --after ${next.id}`];
  const count = total === null ? [] : [`${total.count}${total.isCapped ? ' or more' : ''} in all.`];
  const warning =
    broken.size === 0
      ? []
      : [
          `! ${broken.size} of these differ from what the service wrote: do not trust their rows. See: orchestration audit verify`,
        ];
  const footer = [...count, ...warning, ...(note === null ? [] : [note]), ...more].join('\n');
  const further = {
    ...(next !== null && { after: next.id, total: total?.count }),
    ...(note !== null && { note }),
  };
  return {
    data: entries.map((entry) => dataOf(entry, broken.get(entry.id) ?? null)),
    text: footer === '' ? table(headings, rows, none) : `${table(headings, rows, none)}\n\n${footer}`,
    ...(Object.keys(further).length > 0 && { more: further }),
    isGood: broken.size === 0,
  };
}

function dataOf(
  { createdAt, finishedAt, dataPurgedAt, status, ...rest }: ListedExecution,
  fault: Fault | null,
) {
  return {
    ...rest,
    status: fault === null ? status : null,
    fault,
    createdAt: toIsoString(createdAt),
    finishedAt: toIsoString(finishedAt),
    dataPurgedAt: toIsoString(dataPurgedAt),
  };
}

async function findCursor(
  directory: Pick<ExecutionDirectory, 'findCursor'>,
  accountId: string,
  id: string | undefined,
): Promise<ListCursor | null> {
  if (id === undefined) return null;
  const cursor = await directory.findCursor(accountId, id);
  if (!cursor) throw new CommandError(`The account has no execution "${id}".`);
  return cursor;
}

function oneOf<Value extends string>(
  option: string,
  known: readonly Value[],
  text: string | undefined,
): Value | null {
  if (text === undefined) return null;
  const value = known.find((one) => one === text);
  if (value === undefined) throw new UsageError(`--${option} must be one of ${known.join(', ')}.`);
  return value;
}

function limitOf(text: string | undefined): number {
  return text === undefined ? listPageSize : numberOf('limit', text, maxPageSize);
}

function numberOf(option: string, text: string, most: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new UsageError(`--${option} must be a number from 1 to ${most}.`);
  return number;
}
