import type { FraudFinding } from '@vendor/checks';
import { canCompareScripts } from '@vendor/checks/search';
import { collectUserClaims, type UserClaims } from '../../executions/evaluation/user-claims.ts';
import { compareHits, isExactHit } from '../../watchlists/rank-hits.ts';
import type { ScreeningHit } from '../../watchlists/screen-name.ts';
import type { Watchlist } from '../../watchlists/watchlist.ts';
import { statusFromOutcomes } from '../../workflows/status-rules.ts';
import { verdictOn } from '../fraud-verdict.ts';
import type { Judge } from '../judge-call.ts';
import type { AmlFindingCode } from './findings.ts';
import type { AmlNode } from './node.ts';

/** Maximum number of hits named in the detail of the check. */
const maxNamedHits = 5;

/**
 * Searches for the user in the lists that the workflow names, or in all lists: by the name from the start request or a form,
 * and by the name on the last document, because a user may type another name. Without any name, searches nothing.
 */
export const judgeAml: Judge<AmlNode> = async (
  { store, watchlists, evaluator, clock },
  { execution, node, key, inputs },
  signal,
) => {
  const all = await watchlists.current();
  const lists = node.lists ? all.filter(({ id }) => node.lists?.includes(id)) : all;
  const claims = await collectUserClaims(store, execution, key, inputs);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const known = peopleOf(inputs.user_fullname ?? null, inputs.user_dob ?? null, claims, today);
  const people = lists.length === 0 ? [] : known;
  const screenings = await Promise.all(
    people.map((person) =>
      evaluator.run(
        'aml',
        { ...person, countries: claims.countries, threshold: node.threshold, lists: lists.map(idAndFile) },
        signal,
      ),
    ),
  );
  const isReadable = known.length > 0 && !screenings.includes(null);
  const hits = mergeHits(screenings.flatMap((found) => found ?? []));
  const isWhole = lists.length > 0 && (node.lists ?? []).every((id) => all.some((list) => list.id === id));
  const isReliable = isReliablyCompared(known, lists);
  const evaluation = evaluateHits(hits, { isWhole, isReadable, isReliable }, node);
  const verdict = verdictOn(statusFromOutcomes(evaluation.outcomes, ['screening', 'lists']), evaluation);
  return {
    ...verdict,
    statusDetail:
      hits.length === 0
        ? verdict.statusDetail
        : [verdict.statusDetail, ...hits.slice(0, maxNamedHits).map(formatHit)].join('; '),
    findings: {
      ...verdict.findings,
      looked: evaluation.outcomes,
      screening: { hits: hits.length, score: hits[0]?.score ?? null },
      screened: { lists: lists.map(({ id, importedAt, names }) => ({ id, importedAt, names })), hits },
    },
  };
};

function idAndFile({ id, file }: Watchlist) {
  return { id, file };
}

/**
 * Lists the people to search for. The document's name is combined with the document's birth date, if it has one. A document
 * shows two digits of the year, and has the century from the user if that gives an age of 100 or more: such a date counts as
 * typed, and the person is searched for with the date a century later as well.
 */
function peopleOf(
  fullName: string | null,
  typedDate: string | null,
  { birthDate, onDocument }: UserClaims,
  today: string,
) {
  const peopleOfDate = (name: string, date: string | null) => {
    const isShown = date !== null && date === onDocument?.birthDate;
    const later = isShown ? centuryLater(date, today) : null;
    const isTyped = date !== null && date === typedDate && (!isShown || later !== null);
    const person = { fullName: name, birthDate: date, isBirthDateTyped: isTyped };
    return later === null ? [person] : [person, { ...person, birthDate: later, isBirthDateTyped: false }];
  };
  const sent = fullName === null ? [] : peopleOfDate(fullName, birthDate);
  if (!onDocument) return sent;
  const shownDate = onDocument.birthDate ?? birthDate;
  const isSame = onDocument.fullName === fullName && shownDate === birthDate;
  return isSame ? sent : [...sent, ...peopleOfDate(onDocument.fullName, shownDate)];
}

/** Returns the date a century later, which has the same digits in a document; null if it is in the future. */
function centuryLater(date: string, today: string): string | null {
  const later = `${Number(date.slice(0, 4)) + 100}${date.slice(4)}`;
  return later <= today ? later : null;
}

/** Returns whether the last name, that of the document if one was read, is in a script that all lists can be searched for. */
function isReliablyCompared(
  people: readonly { readonly fullName: string }[],
  lists: readonly Watchlist[],
): boolean {
  const decisive = people.at(-1);
  return !decisive || lists.every((list) => canCompareScripts(decisive.fullName, list));
}

/** Merges hits: each entry once, with its best score, best first. An exact hit is preferred to a higher score. */
function mergeHits(hits: readonly ScreeningHit[]): ScreeningHit[] {
  const best = new Map<string, ScreeningHit>();
  for (const hit of hits) {
    const listedEntry = `${hit.list}/${hit.entry}`;
    const other = best.get(listedEntry);
    if (!other || compareHits(hit, other) < 0) best.set(listedEntry, hit);
  }
  return [...best.values()].sort(compareHits);
}

interface Coverage {
  /** Whether all lists to search are imported. */
  readonly isWhole: boolean;
  /** Whether all names could be searched for. */
  readonly isReadable: boolean;
  /** Whether the absence of a hit means anything for the script of the name. */
  readonly isReliable: boolean;
}

/** Turns hits into findings and an outcome. */
function evaluateHits(
  hits: readonly ScreeningHit[],
  { isWhole, isReadable, isReliable }: Coverage,
  { onExactHit }: AmlNode,
) {
  const findings: (FraudFinding & { readonly code: AmlFindingCode })[] = [];
  if (!isReadable) findings.push({ code: 'AML_NAME_UNREADABLE', outcome: 'NOT_PERFORMED' });
  if (!isWhole) findings.push({ code: 'AML_LIST_MISSING', outcome: 'NOT_PERFORMED' });
  if (hits.some(isExactHit))
    findings.push({ code: 'AML_EXACT_HIT', outcome: onExactHit === 'DECLINED' ? 'FAIL' : 'REVIEW' });
  else if (hits.length > 0) findings.push({ code: 'AML_HIT', outcome: 'REVIEW' });
  else if (!isReliable) findings.push({ code: 'AML_SCRIPT_UNRELIABLE', outcome: 'NOT_PERFORMED' });
  else if (isWhole && isReadable) findings.push({ code: 'AML_NO_HIT', outcome: 'PASS' });
  const outcomes = {
    screening: findings.at(-1)?.outcome ?? 'NOT_PERFORMED',
    lists: isWhole ? 'PASS' : 'NOT_PERFORMED',
  } as const;
  return { outcome: outcomes.screening, findings, outcomes };
}

/** Formats a hit for people to look up, as `ofac-sdn/36 0.97 SIMILAR_NAME BIRTH_DATE`. */
function formatHit({ list, entry, score, agreed }: ScreeningHit): string {
  return `${list}/${entry} ${score.toFixed(2)} ${agreed.join(' ')}`;
}
