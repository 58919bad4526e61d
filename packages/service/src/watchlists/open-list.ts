import { DatabaseSync } from '@photostructure/sqlite';
import { type Agreement, judgeCandidate, searchKeys } from '@vendor/checks/inputs';
import { compareHits } from './rank-hits.ts';
import type { ListedEntry } from './watchlist.ts';

/** Maximum number of names compared with one searched name: those that share the most blocking keys with it. */
const maxCandidates = 3000;
/** Weight of a key of another sound, so that it does not displace names that share the usual ones. */
const weightOfOtherSound = 0.5;
/** Maximum that birth date and country can add to the similarity of names. */
const maxGain = 0.08;

/** Person to search for. */
export interface Sought {
  readonly words: readonly string[];
  /** Whether the words have no vowels. */
  readonly isVowelless?: boolean;
  /** `YYYY-MM-DD`; null: unknown. */
  readonly birthDate: string | null;
  /** Whether only the user states the birth date; false if a document shows it. */
  readonly isBirthDateTyped?: boolean;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}

/** An entry of a list that may be about the searched person. */
export interface ListHit {
  /** Id of the entry within its list. */
  readonly entry: string;
  /** The most similar name of the entry. */
  readonly name: string;
  /** Similarity, 0 to 1. */
  readonly score: number;
  readonly agreed: readonly Agreement[];
  /** Birth dates of the entry: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Findings of earlier releases lack them. */
  readonly birthDates?: readonly string[];
  /** ISO 3166-1 alpha-2. Findings of earlier releases lack them. */
  readonly countries?: readonly string[];
}

export interface OpenList {
  /** Returns entries with at least a score: exact hits first, then the most similar. */
  search(sought: Sought, threshold: number): ListHit[];
  /** Returns the entries with an id; a valid list has one at most. */
  entries(reference: string): ListedEntry[];
  close(): void;
}

/** Opens a file that `writeList` has written. */
export function openList(file: string): OpenList {
  const db = new DatabaseSync(file, { readOnly: true });
  const placesOf = db.prepare('select names from places where key = ?');
  const nameAt = db.prepare('select entry, text, words from names where id = ?');
  const entryAt = db.prepare('select reference, birth_dates, countries from entries where id = ?');

  /** Returns the ids of the names that share the most blocking keys with the searched one. */
  function candidates(words: readonly string[]): number[] {
    const shared = new Map<number, number>();
    const count = (key: number, weight: number) => {
      const row = placesOf.get(key) as { names: Uint8Array } | undefined;
      if (!row) return;
      // Copied, because the bytes of a row may not be aligned for 32-bit numbers.
      for (const nameId of new Uint32Array(new Uint8Array(row.names).buffer))
        shared.set(nameId, (shared.get(nameId) ?? 0) + weight);
    };
    const { exact, similar, other } = searchKeys(words);
    for (const key of exact) count(key, Number.POSITIVE_INFINITY);
    for (const key of similar) count(key, 1);
    for (const key of other) count(key, weightOfOtherSound);
    if (shared.size <= maxCandidates) return [...shared.keys()];
    const likeliest = [...shared].sort(([, a], [, b]) => b - a).slice(0, maxCandidates);
    return likeliest.map(([nameId]) => nameId);
  }

  return {
    search(sought, threshold) {
      const best = new Map<number, ListHit>();
      for (const nameId of candidates(sought.words)) {
        const { entry, text, words } = nameAt.get(nameId) as { entry: number; text: string; words: string };
        const name = { words: words.split(' '), birthDates: [], countries: [] };
        if (judgeCandidate(sought, name).score < threshold - maxGain) continue;
        const about = entryAt.get(entry) as { reference: string; birth_dates: string; countries: string };
        const known = { birthDates: splitField(about.birth_dates), countries: splitField(about.countries) };
        const { score, agreed } = judgeCandidate(sought, { ...name, ...known });
        if (score < threshold) continue;
        const hit = { entry: about.reference, name: text, score, agreed, ...known };
        const other = best.get(entry);
        if (!other || compareHits(hit, other) < 0) best.set(entry, hit);
      }
      return [...best.values()].sort(compareHits);
    },
    entries(reference) {
      const found = db
        .prepare('select id, birth_dates, countries from entries where reference = ?')
        .all(reference) as { id: number; birth_dates: string; countries: string }[];
      const namesOf = db.prepare('select text from names where entry = ? order by id');
      return found.map(({ id, birth_dates, countries }) => ({
        reference,
        names: (namesOf.all(id) as { text: string }[]).map(({ text }) => text),
        birthDates: splitField(birth_dates),
        countries: splitField(countries),
      }));
    },
    close: () => db.close(),
  };
}

function splitField(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
