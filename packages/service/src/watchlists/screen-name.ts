import { existsSync } from 'node:fs';
import { wordsOfName } from '@vendor/checks/inputs';
import { type ListHit, type OpenList, openList } from './open-list.ts';

/** Person to search lists for. */
export interface ScreeningTask {
  readonly fullName: string;
  /** `YYYY-MM-DD`; null: not known. */
  readonly birthDate: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  /** The score from which an entry is a hit, 0 to 1. */
  readonly threshold: number;
  readonly lists: readonly { readonly id: string; readonly file: string }[];
}

export interface ScreeningHit extends ListHit {
  readonly list: string;
}

/** Maximum number of hits; more would not help a reviewer. */
const mostHits = 20;

/**
 * Looks for people in lists; keeps the files open that it has looked into, as long as they are there. Null for a name without
 * a single letter or digit: no list could have it, so that nothing was looked for.
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
  /** A list that was replaced has another file now. */
  const letGo = (wanted: ScreeningTask['lists']) => {
    for (const [file, list] of opened) {
      if (wanted.some((list) => list.file === file) || existsSync(file)) continue;
      list.close();
      opened.delete(file);
    }
  };
  return ({ fullName, birthDate, countries, threshold, lists }) => {
    letGo(lists);
    const words = wordsOfName(fullName);
    if (words.length === 0) return null;
    const sought = { words, birthDate, countries };
    const hits = lists.flatMap(({ id, file }) =>
      openOnce(file)
        .search(sought, threshold)
        .map((hit) => ({ list: id, ...hit })),
    );
    return hits.sort((a, b) => b.score - a.score).slice(0, mostHits);
  };
}
