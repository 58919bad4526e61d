import { nameOfActor, type OperatorActor } from '../../access/actor.ts';
import type { ErasedPerson } from '../../administration/erasures/erase-person.ts';
import type { RecordedErasure, RecordedPurge } from '../../administration/erasures/recorded-erasures.ts';
import type { PersonalExecution } from '../../retention/erase-person.ts';
import type { PersonalRows } from '../../retention/purge-store.ts';
import { describeFailure } from '../../unavailable.ts';
import type { Answer } from '../command.ts';
import { table, toIsoString } from '../table.ts';
import { unsearchableWords } from './executions.ts';

/** The account of an erasure, and the list of its purges. */
interface Source {
  readonly account: { readonly id: string; readonly name: string };
  readonly purgeJournal: string;
}

/** Writes the certificate of an erasure that was just carried out. */
export function certify(
  { account, purgeJournal }: Source,
  erasure: ErasedPerson,
  { actor, searchedBy, notSearched }: { actor: OperatorActor; searchedBy: string; notSearched: number },
): Answer {
  const { place, erased, erasedEarlier, destroyed, pending, failed, left, isLogEmptied } = erasure;
  const certificate = {
    place,
    account: { id: account.id, name: account.name },
    erasedBy: nameOfActor(actor),
    erasedAt: toIsoString(erasure.erasedAt),
    searchedBy,
    erased: erased.map((execution) => ({ ...summaryOf(execution), ...purgeOf(execution) })),
    erasedEarlier: erasedEarlier.map((one) => ({ id: one.id, ...purgeOf(one) })),
    destroyed: { ...destroyed, dataKeys: erased.length },
    purgedWhenEnded: pending.map(summaryOf),
    failed: failed.map(({ id, error, isPurged }) => ({ id, isPurged, reason: describeFailure(error) })),
    kept,
    foundAfterwards: left.map(summaryOf),
    notSearched,
    logEmptied: isLogEmptied,
    purgeJournal,
    backups,
  };
  const unpurged = certificate.failed.filter(({ isPurged }) => !isPurged);
  const undeleted = certificate.failed.filter(({ isPurged }) => isPurged);
  const text = [
    ...heading(certificate),
    purgeTable(certificate.erased),
    ...(erasedEarlier.length === 0
      ? []
      : [`Purged before, for the same person:\n${purgeTable(certificate.erasedEarlier)}`]),
    `Destroyed: the data keys and everything sealed with them. ${destroyedWords(destroyed)}.`,
    keptText,
    ...listOf(
      'Not ended yet, purged within an hour after they end:',
      pending.map(({ id }) => id),
    ),
    ...listOf('! Not purged:', unpurged.map(reasonOf)),
    ...listOf(
      '! Purged, but pictures and files could not be deleted. Nothing can decrypt them; the service deletes them later:',
      undeleted.map(reasonOf),
    ),
    left.length === 0
      ? 'The same search now finds nothing.'
      : `! The same search still finds ${left.length}: ${left.map(({ id }) => id).join(', ')}`,
    ...(left.length === 0 || place === null ? [] : [laterWords(place)]),
    ...(notSearched === 0 ? [] : [`! ${unsearchableWords(notSearched)}`]),
    ...(isLogEmptied
      ? []
      : ['Sealed copies stay in the log of the database until the service empties it, within the hour.']),
    ...(place === null ? [earlierWords(account.id)] : []),
    `${backups} The list is ${purgeJournal}.`,
  ].join('\n\n');
  return { data: certificate, text, isGood: left.length === 0 && failed.length === 0 };
}

/** Writes the certificate of an erasure that was ordered before. */
export function certifyRecorded(
  { account, purgeJournal }: Source,
  { place, orderedBy, at, searchedBy, executionIds }: RecordedErasure,
  purges: readonly RecordedPurge[],
): Answer {
  const waiting = executionIds.filter((id) => !purges.some((purge) => purge.id === id));
  const certificate = {
    place,
    account: { id: account.id, name: account.name },
    erasedBy: orderedBy,
    erasedAt: toIsoString(at),
    searchedBy,
    erased: purges.map((purge) => ({ id: purge.id, ...purgeOf(purge) })),
    waiting,
    kept,
    purgeJournal,
    backups,
  };
  const text = [
    ...heading(certificate),
    purgeTable(certificate.erased),
    'Destroyed: the data keys and everything sealed with them.',
    keptText,
    waiting.length === 0
      ? 'All executions of this erasure are purged.'
      : `! Not purged yet: ${waiting.join(', ')}. The service purges each within an hour after it ends.`,
    `${backups} The list is ${purgeJournal}.`,
  ].join('\n\n');
  return { data: certificate, text, isGood: waiting.length === 0 };
}

/** Describes an execution for programs. */
export function summaryOf({ id, mode, status, createdAt }: PersonalExecution) {
  return { id, mode, status, createdAt: toIsoString(createdAt) };
}

/** Counts what a purge destroys, in words. */
export function destroyedWords({
  checks,
  captures,
  comments,
  userMarks,
  searchHashes,
}: PersonalRows): string {
  return `Inputs, results of ${checks} checks, ${captures} pictures and files, ${comments} comments, ${userMarks} user marks and ${searchHashes} search hashes`;
}

function purgeOf({ purgedAt, journalEntrySha256, audit }: RecordedPurge) {
  return { purgedAt: toIsoString(purgedAt), journalEntrySha256, audit };
}

function heading(certificate: {
  readonly account: Source['account'];
  readonly erasedBy: string;
  readonly erasedAt: string;
  readonly searchedBy: string;
  readonly place: string | null;
}): string[] {
  const { account, erasedBy, erasedAt, searchedBy, place } = certificate;
  const where = place === null ? '' : ` Place in the audit trail: ${place}.`;
  return [
    'Certificate of erasure',
    `${erasedBy} erased a person of "${account.name}", found by ${searchedBy}, at ${erasedAt}.${where}`,
  ];
}

function purgeTable(
  purges: readonly { readonly id: string; readonly purgedAt: string; readonly journalEntrySha256: string }[],
): string {
  return table(
    ['execution', 'purged', 'sha-256 of its line in the list of purges'],
    purges.map(({ id, purgedAt, journalEntrySha256 }) => [id, purgedAt, journalEntrySha256]),
    'No execution was purged.',
  );
}

/** Writes a list below its title; nothing if the list is empty. */
function listOf(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')];
}

function reasonOf({ id, reason }: { readonly id: string; readonly reason: string }): string {
  return `${id}: ${reason}`;
}

function laterWords(place: string): string {
  return `The erasure is stored: the service purges them, each within an hour after it ends. The complete certificate is then: execution erase --place ${place}`;
}

function earlierWords(accountId: string): string {
  return `Certificates of earlier erasures: execution erase --place <place>. For the places: audit list --account ${accountId} --act execution.erase`;
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

const keptText = ['Kept:', ...kept.map(({ what, why }) => `  ${what}: ${why}`)].join('\n');

const backups =
  'Earlier backups still hold the data, sealed. After a restore, the next start purges it again, provided that the list of purges is newer than the backup.';
