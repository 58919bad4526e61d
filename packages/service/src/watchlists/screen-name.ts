import { existsSync } from 'node:fs';
import { readingsOfName, vowellessWords } from '@vendor/checks/inputs';
import { type ListHit, type OpenList, openList } from './open-list.ts';
import { compareHits } from './rank-hits.ts';

/** Person to search lists for. */
export interface ScreeningTask {
  readonly fullName: string;
  /** `YYYY-MM-DD`; null: unknown. */
  readonly birthDate: string | null;
  /** Whether only the user states the birth date; false if a document shows it. */
  readonly isBirthDateTyped?: boolean;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Minimum score of a hit, 0 to 1. */
  readonly threshold: number;
  readonly lists: readonly { readonly id: string; readonly file: string }[];
}

export interface ScreeningHit extends ListHit {
  readonly list: string;
}

/** Maximum number of hits; more would not help an analyst. Exact hits are the last to be cut off. */
const maxHits = 20;

/**
 * Creates a function that searches lists for a person. Keeps list files open while they exist. Returns null for a name without
 * a letter or digit, which no list can contain.
 */
export function createScreening(): (task: ScreeningTask) => ScreeningHit[] | null {
  const opened = new Map<string, OpenList>();
  const openOnce = (file: string) => {
    const known = opened.get(file);
    if (known) return known;
    const list = openList(file);
    opened.set(file, list);
    return list;
  };
  /** Closes files that were removed: a new version of a list has another file. */
  const closeRemoved = (wanted: ScreeningTask['lists']) => {
    for (const [file, list] of opened) {
      if (wanted.some((list) => list.file === file) || existsSync(file)) continue;
      list.close();
      opened.delete(file);
    }
  };
  return ({ fullName, birthDate, isBirthDateTyped = false, countries, threshold, lists }) => {
    closeRemoved(lists);
    const readings = listReadings(fullName);
    if (readings.length === 0) return null;
    const best = new Map<string, ScreeningHit>();
    for (const { id, file } of lists)
      for (const reading of readings)
        for (const found of openOnce(file).search(
          { ...reading, birthDate, isBirthDateTyped, countries },
          threshold,
        )) {
          const hit = { list: id, ...found };
          const other = best.get(`${id}/${hit.entry}`);
          if (!other || compareHits(hit, other) < 0) best.set(`${id}/${hit.entry}`, hit);
        }
    return [...best.values()].sort(compareHits).slice(0, maxHits);
  };
}

/** Lists the ways to read a name; none for a name without a letter or digit. */
function listReadings(fullName: string) {
  const readings = readingsOfName(fullName).filter((words) => words.length > 0);
  const vowelless = vowellessWords(fullName);
  return [
    ...readings.map((words) => ({ words, isVowelless: false })),
    ...(vowelless ? [{ words: vowelless, isVowelless: true }] : []),
  ];
}
