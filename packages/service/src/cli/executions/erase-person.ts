import {
  type AcceptedDoubts,
  type EraseServices,
  erasePerson,
  planPersonErasure,
  UnsearchableError,
} from '../../administration/erasures/erase-person.ts';
import { findErasure, recordedPurges } from '../../administration/erasures/recorded-erasures.ts';
import { installationOf } from '../../db/opening/open-data.ts';
import { openMedia } from '../../media/open-media.ts';
import type { ErasurePlan } from '../../retention/erase-person.ts';
import { openJournal } from '../../retention/open-journal.ts';
import { accountOption, type Call, type Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { accountOf, type Operator } from '../operator.ts';
import { minuteOf, table } from '../table.ts';
import { certify, certifyRecorded, destroyedWords, summaryOf } from './erasure-certificate.ts';
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
    place: { value: 'place', about: 'Prints the certificate of an earlier erasure, and changes nothing.' },
  },
  notes: `Finds all executions of the account with that value, live and test, and purges each as "execution purge" does. An execution
that has not ended is purged within an hour after it ends. The certificate says who erased what and when, what is kept and
why, and whether the same search finds anything afterwards; it does not repeat the value. Earlier backups still hold the
data: after a restore, the next start purges it again by the list of purges (PURGE_JOURNAL).
An erasure that was stopped or failed midway is stored: the service completes it within an hour, or a repetition of the
command does at once. --place prints its certificate then. Exits with 1 while anything is left.`,
  run: erase,
};

async function erase(call: Call) {
  const { operator, text, flag } = call;
  const place = text('place');
  if (place !== undefined) return showEarlier(call, place);
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
    journal: journalOf(operator),
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
  const erasure = await erasePerson(services, actor, planned, accepted, call.stopped());
  if (typeof erasure === 'string') throw doubtError(plan, erasure);
  const { place: purgeJournal } = services.journal;
  return certify({ account, purgeJournal }, erasure, { actor, searchedBy: sought.kind, notSearched });
}

/** Prints the certificate of an earlier erasure. */
async function showEarlier({ operator, text, flag }: Call, place: string) {
  const others = ['account', ...eraseKinds].filter((option) => text(option) !== undefined);
  if (others.length > 0 || ['confirm', 'several-users', 'unusual-share'].some(flag))
    throw new UsageError('--place prints an earlier certificate: give no other option.');
  const stores = await openStores(operator);
  const erasure = await findErasure(stores, place);
  if (!erasure)
    throw new CommandError(
      `"${place}" is not an erasure. For their places: audit list --act execution.erase`,
    );
  if (erasure === 'without-ids')
    throw new CommandError(`The order of the erasure at "${place}" does not name its executions.`);
  const { accountId, executionIds } = erasure;
  const account = await accountOf(stores.accounts, accountId);
  const { place: purgeJournal } = journalOf(operator);
  const purges = await recordedPurges(stores, accountId, executionIds);
  return certifyRecorded({ account, purgeJournal }, erasure, purges);
}

function journalOf(operator: Operator) {
  return openJournal(operator.environment, (text) => operator.vault().keyedHash('purge-list', text));
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
