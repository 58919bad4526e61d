import { existsSync } from 'node:fs';
import { wordsOfName } from '@vendor/checks/inputs';
import { type ListHit, type OpenList, openList } from './open-list.ts';

/** Person to search lists for. */
export interface ScreeningTask {
  readonly fullName: string;
  /** `YYYY-MM-DD`; null: unknown. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** Minimum score of a hit, 0 to 1. */
  readonly threshold: number;
  readonly lists: readonly { readonly id: string; readonly file: string }[];
}

export interface ScreeningHit extends ListHit {
  readonly list: string;
}

/** Maximum number of hits; more would not help an analyst. */
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
  return ({ fullName, birthDate, countries, threshold, lists }) => {
    closeRemoved(lists);
    const words = wordsOfName(fullName);
    if (words.length === 0) return null;
    const sought = { words, birthDate, countries };
    const hits = lists.flatMap(({ id, file }) =>
      openOnce(file)
        .search(sought, threshold)
        .map((hit) => ({ list: id, ...hit })),
    );
    return hits.sort((a, b) => b.score - a.score).slice(0, maxHits);
  };
}
