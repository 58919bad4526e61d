import { nameOfActor } from '../../access/actor.ts';
import {
  type AcceptedDoubts,
  type ErasedPerson,
  type EraseServices,
  erasePerson,
  planPersonErasure,
  UnsearchableError,
} from '../../administration/erasures/erase-person.ts';
import { installationOf } from '../../db/opening/open-data.ts';
import { openMedia } from '../../media/open-media.ts';
import type { ErasurePlan, PersonalExecution } from '../../retention/erase-person.ts';
import { openJournal } from '../../retention/open-journal.ts';
import { accountOption, type Call, type Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { oneAccountOf, readSearch, searchOptions, unsearchable, unsearchableWords } from './executions.ts';
import { requireSealedStates } from './own-execution.ts';

/** Kinds of search that identify a person: a name does not prove an identity, and a document may belong to somebody else. */
const eraseKinds = ['user-id', 'email', 'phone'] as const;

export const eraseCommand: Command = {
  name: 'execution erase',
  summary: 'Erases a person: shows what would be purged; with --confirm, purges it and prints a certificate.',
  operand: null,
  options: {
    account: accountOption,
    'user-id': searchOptions['user-id'],
    email: searchOptions.email,
    phone: searchOptions.phone,
    confirm: { value: null, about: 'Purges the data. This cannot be undone.' },
    'several-users': { value: null, about: 'Allows it even if the executions have several user_ids.' },
    'unusual-share': { value: null, about: 'Allows it even if that is an unusual share of the account.' },
  },
  notes: `Finds all executions of the account with that value, live and test, and purges each as "execution purge" does. An execution
that has not ended is purged within an hour after it ends. The certificate says who erased what and when, what is kept and
why, and whether the same search finds anything afterwards; it does not repeat the value. Earlier backups still hold the
data: after a restore, the next start purges it again by the list of purges (PURGE_JOURNAL).
Exits with 1 while anything is left.`,
  run: erase,
};

async function erase(call: Call) {
  const { operator, text, flag } = call;
  const { environment, actor, clock } = operator;
  const sought = await readSearch(call, eraseKinds);
  const stores = await openStores(operator);
  await requireSealedStates(stores);
  const account = await oneAccountOf(stores, text('account'));
  const services: EraseServices = {
    store: stores.executions,
    directory: stores.directory,
    audit: stores.audit,
    purges: stores.purges,
    journal: openJournal(environment, (text) => operator.vault().keyedHash('purge-list', text)),
    media: await openMedia(environment, operator.vault(), installationOf(environment)),
    vault: operator.vault(),
    clock,
  };
  const search = { accountId: account.id, ...sought };
  const planned = await planPersonErasure(services, actor, search).catch((error: unknown) => {
    throw error instanceof UnsearchableError ? unsearchable(sought.kind) : error;
  });
  const { plan, notSearched } = planned;
  if (!flag('confirm')) return planAnswer(plan, notSearched);
  const accepted = { severalUsers: flag('several-users'), unusualShare: flag('unusual-share') };
  const erasure = await erasePerson(services, actor, planned, accepted);
  if (typeof erasure === 'string') throw doubtError(plan, erasure);
  const certificate = {
    account: { id: account.id, name: account.name },
    erasedBy: nameOfActor(actor),
    erasedAt: toIsoString(erasure.erasedAt),
    searchedBy: sought.kind,
    erased: erasure.erased.map((execution) => ({
      ...summaryOf(execution),
      purgedAt: toIsoString(execution.purgedAt),
      journalEntrySha256: execution.journalEntrySha256,
      audit: execution.audit,
    })),
    destroyed: { ...plan.rows, dataKeys: erasure.erased.length },
    purgedWhenEnded: erasure.pending.map(summaryOf),
    kept,
    foundAfterwards: erasure.left.map(summaryOf),
    notSearched,
    logEmptied: erasure.isLogEmptied,
    purgeJournal: services.journal.place,
    backups,
  };
  return {
    data: certificate,
    text: certificateText(certificate, erasure),
    isGood: erasure.left.length === 0,
  };
}

/** Explains why a plan may include other people, and which option accepts it. */
function doubtError({ users, executions }: ErasurePlan, doubt: keyof AcceptedDoubts): CommandError {
  const some = `These ${executions.length} executions`;
  return new CommandError(
    doubt === 'severalUsers'
      ? `${some} have ${users} user_ids: other people may share the value. Erase by --user-id, or add --several-users. Nothing was erased.`
      : `${some} are over 20 % of those that the account keeps. Check the list without --confirm, then add --unusual-share. Nothing was erased.`,
  );
}

function planAnswer(plan: ErasurePlan, notSearched: number) {
  const { executions, inProgress, rows, users, isUnusualShare } = plan;
  const listed = executions.map(({ id, mode, status, createdAt }) => [id, minuteOf(createdAt), mode, status]);
  const lines = [
    table(['id', 'started', 'mode', 'status'], listed, 'No execution was found.'),
    ...(executions.length === 0 ? [] : [`${destroyedWords(rows)} would be purged. Nothing was erased.`]),
    ...(inProgress.length === 0
      ? []
      : [`${inProgress.length} have not ended: they are purged within an hour after they end.`]),
    ...(notSearched === 0 ? [] : [`! ${unsearchableWords(notSearched)}`]),
    ...(users > 1 ? [`! They have ${users} user_ids: --confirm needs --several-users.`] : []),
    ...(isUnusualShare
      ? ['! They are over 20 % of those that the account keeps: --confirm needs --unusual-share.']
      : []),
    ...(executions.length === 0
      ? []
      : ['To erase all of this permanently, repeat the command with --confirm.']),
  ];
  return {
    data: {
      executions: executions.map(summaryOf),
      inProgress,
      wouldDestroy: rows,
      users,
      isUnusualShare,
      notSearched,
      isErased: false,
    },
    text: lines.join('\n'),
  };
}

function summaryOf({ id, mode, status, createdAt }: PersonalExecution) {
  return { id, mode, status, createdAt: toIsoString(createdAt) };
}

function destroyedWords({
  checks,
  captures,
  comments,
  userMarks,
  searchHashes,
}: ErasurePlan['rows']): string {
  return `Inputs, results of ${checks} checks, ${captures} pictures and files, ${comments} comments, ${userMarks} user marks and ${searchHashes} search hashes`;
}

const kept = [
  {
    what: 'id, status, mode, times, workflow and level of identity proofing of each execution',
    why: 'proves that a verification took place; identifies nobody',
  },
  {
    what: 'type, status and times of each check; status, time and author of each decision, without its comment',
    why: 'proves how the result came about',
  },
  {
    what: 'events and their delivery log, without bodies, for 30 days',
    why: 'proves what was sent to endpoints',
  },
  {
    what: 'acts in the audit trail, without personal data',
    why: 'proves who did what, this erasure included',
  },
  {
    what: 'the line of each execution in the list of purges',
    why: 'purges it again when an older backup is restored',
  },
] as const;

const backups =
  'Earlier backups still hold the data, sealed. After a restore, the next start purges it again, provided that the list of purges is newer than the backup.';

function certificateText(
  certificate: {
    readonly account: { readonly name: string };
    readonly erasedBy: string;
    readonly erasedAt: string;
    readonly searchedBy: string;
    readonly erased: readonly { id: string; purgedAt: string; journalEntrySha256: string }[];
    readonly logEmptied: boolean;
    readonly purgeJournal: string;
    readonly destroyed: ErasurePlan['rows'];
    readonly notSearched: number;
  },
  { pending, left }: Pick<ErasedPerson, 'pending' | 'left'>,
): string {
  const { account, erased, destroyed } = certificate;
  const rows = erased.map(({ id, purgedAt, journalEntrySha256 }) => [id, purgedAt, journalEntrySha256]);
  return [
    'Certificate of erasure',
    `${certificate.erasedBy} erased a person of "${account.name}", found by ${certificate.searchedBy}, at ${certificate.erasedAt}.`,
    table(
      ['execution', 'purged', 'sha-256 of its line in the list of purges'],
      rows,
      'No execution was purged.',
    ),
    `Destroyed: the data keys and everything sealed with them. ${destroyedWords(destroyed)}.`,
    ['Kept:', ...kept.map(({ what, why }) => `  ${what}: ${why}`)].join('\n'),
    ...(pending.length === 0
      ? []
      : [
          [
            'Not ended yet, purged within an hour after they end:',
            ...pending.map(({ id }) => `  ${id}`),
          ].join('\n'),
        ]),
    left.length === 0
      ? 'The same search now finds nothing.'
      : `! The same search still finds ${left.length}: ${left.map(({ id }) => id).join(', ')}`,
    ...(certificate.notSearched === 0 ? [] : [`! ${unsearchableWords(certificate.notSearched)}`]),
    ...(certificate.logEmptied
      ? []
      : ['Sealed copies stay in the log of the database until the service empties it, within the hour.']),
    `${backups} The list is ${certificate.purgeJournal}.`,
  ].join('\n\n');
}
