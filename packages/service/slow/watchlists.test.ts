import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importList } from '../src/watchlists/import-list.ts';
import { createScreening, type ScreeningTask } from '../src/watchlists/screen-name.ts';
import type { Watchlist } from '../src/watchlists/watchlist.ts';

/** Prints a line of the report in docs/aml.md. */
function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Creates a repeatable generator of random numbers (Park and Miller). */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % sides;
  };
}

const beginnings = 'A Mo Vla Ser Ka Jo Ma El Fa Yu Chri Ab Dmi Na Re Sa Ta Hu Ib O'.split(' ');
const middles = 'ham di gei ri lex mi na sse sti dul tri ta mza li ra vi no bek ru zi'.split(' ');
const endings = 'mad mir na do sky ov ev enko ez son li ian ani ra ko wicz us an in as'.split(' ');

/** Makes `size` random words. Some occur very often, like names of people. */
const poolOf = (seed: number, size: number) => {
  const dice = createDice(seed);
  const part = (syllables: readonly string[]) => syllables[dice(syllables.length)];
  return Array.from({ length: size }, () => {
    const inside = Array.from({ length: dice(3) }, () => part(middles)).join('');
    return `${part(beginnings)}${inside}${part(endings)}`;
  });
};
const givenNames = poolOf(11, 3000);
const surnames = poolOf(12, 100_000);

/** Chooses a word of a pool; the n-th about as often as 1/n. */
function oneOf(pool: readonly string[], dice: (sides: number) => number): string {
  return pool[dice(1 + dice(pool.length))] ?? '';
}

interface Person {
  readonly name: string;
  readonly birthDate: string;
}

function personOf(dice: (sides: number) => number): Person {
  const given = Array.from({ length: 1 + dice(2) }, () => oneOf(givenNames, dice));
  const words = [...given, oneOf(surnames, dice)];
  const two = (number: number) => String(number).padStart(2, '0');
  return { name: words.join(' '), birthDate: `${1940 + dice(65)}-${two(1 + dice(12))}-${two(1 + dice(28))}` };
}

/** Different spellings of the same name. */
const variants: Readonly<Record<string, (name: string, dice: (sides: number) => number) => string>> = {
  'the same': (name) => name,
  'words in another order': (name) => name.split(' ').reverse().join(' '),
  'capital letters and punctuation': (name) => name.toUpperCase().replace(' ', ', '),
  'one letter replaced': (name, dice) => {
    const at = 1 + dice(name.length - 1);
    return name[at] === ' ' ? name : `${name.slice(0, at)}x${name.slice(at + 1)}`;
  },
  'one letter left out': (name, dice) => {
    const at = 1 + dice(name.length - 1);
    return name[at] === ' ' ? name : name.slice(0, at) + name.slice(at + 1);
  },
  'two letters swapped': (name, dice) => {
    const at = 1 + dice(name.length - 2);
    return name[at] === ' ' || name[at + 1] === ' '
      ? name
      : name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
  },
  'another transliteration': (name) =>
    name
      .replace(/ov\b/g, 'off')
      .replace(/ky\b/g, 'kiy')
      .replace(/i/g, 'y')
      .replace(/mm?/g, 'mm')
      .replace(/V/g, 'W'),
  'a word more': (name, dice) => `${name} ${oneOf(surnames, dice)}`,
  'a word less': (name) => (name.split(' ').length > 2 ? name.split(' ').slice(1).join(' ') : name),
  'in Arabic letters': (name) => inArabic(name),
  'an initial': (name) => name.replace(/^(\S)\S+/, '$1.'),
};

/** Writes a name in Arabic letters: its consonants, and a letter for a vowel at the beginning of a word. */
const inArabic = (name: string) =>
  name
    .toLowerCase()
    .replace(/(.)\1+/g, '$1')
    .replace(/\b[aeiou]+/g, 'ا')
    .replace(/[a-z]/g, (letter) => arabicLetters[letter] ?? '');
const arabicLetters: Readonly<Record<string, string>> = Object.fromEntries(
  'bب cك dد fف gغ hه jج kك lل mم nن qق rر sس tت vف wو xش yي zز'
    .split(' ')
    .map(([latin, arabic]) => [latin, arabic]),
);

const listed = 1_000_000;
/** Size of the list in which one entry in 50 has a name of one word. */
const listedWithSingleWords = 10_000;
let folder: string;
let list: Watchlist;
let singleWordList: Watchlist;
let importMs: number;

/** Generates the rows of the list from one sequence of random numbers, without keeping them in memory. */
function* rowsOf(count: number, singleWordEvery = Number.POSITIVE_INFINITY) {
  yield 'id,name,birth_dates\n';
  const dice = createDice(7);
  for (let id = 0; id < count; id++) {
    const { name, birthDate } = personOf(dice);
    const isSingleWord = id % singleWordEvery === singleWordEvery - 1;
    yield `${id},${isSingleWord ? name.split(' ').at(-1) : name},${birthDate}\n`;
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vo-watchlists-'));
  const begun = performance.now();
  const about = { id: 'large', format: 'simple-csv', source: 'Generated', importedAt: 1 } as const;
  list = await importList(folder, Readable.from(rowsOf(listed)), about, { mayShrink: false });
  importMs = performance.now() - begun;
  const rows = Readable.from(rowsOf(listedWithSingleWords, 50));
  singleWordList = await importList(folder, rows, { ...about, id: 'single-words' }, { mayShrink: false });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

const task = (name: string, birthDate: string | null, isBirthDateTyped = false): ScreeningTask => ({
  fullName: name,
  birthDate,
  isBirthDateTyped,
  countries: [],
  threshold: 0.88,
  lists: [list],
});

describe(`a list of ${listed} names`, () => {
  it('measures the import of a list and searches in it', () => {
    const screen = createScreening();
    const dice = createDice(99);
    const times = Array.from({ length: 100 }, () => {
      const { name, birthDate } = personOf(dice);
      const begun = performance.now();
      screen(task(name, birthDate));
      return performance.now() - begun;
    }).sort((a, b) => a - b);
    const [median, slow] = [times[50]!, times[95]!];
    const megabytes = statSync(list.file).size / 1024 ** 2;
    tell(
      `${list.names} names: imported in ${(importMs / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MiB; a search takes ${median.toFixed(1)} ms (p95 ${slow.toFixed(1)} ms)`,
    );
    expect(list.names).toBe(listed);
  }, 300_000);

  it('finds people in every spelling of their name, and few people who are not listed', () => {
    const screen = createScreening();
    const chance = createDice(5);
    const known = createDice(7);
    // A sample of the listed people is searched in every spelling.
    const people = Array.from({ length: listed }, () => personOf(known)).filter(
      (_, index) => index % 20_000 === 0,
    );
    const rates = Object.entries(variants).map(([variant, write]) => {
      const found = people.filter(({ name, birthDate }) => {
        const hits = screen(task(write(name, chance), birthDate)) ?? [];
        return hits.some((hit) => hit.name === name);
      });
      return { variant, rate: found.length / people.length };
    });
    const strangers = createDice(31_337);
    const others = Array.from({ length: 100 }, () => personOf(strangers));
    const rateOf = (taskOf: (person: Person) => ScreeningTask) =>
      others.filter((person) => screen(taskOf(person))?.length !== 0).length / others.length;
    const singleWordRateOf = (birthDate: (person: Person) => string | null) =>
      others.filter((person) =>
        screen({ ...task(person.name, birthDate(person)), lists: [singleWordList] })?.some(
          (hit) => !hit.name.includes(' '),
        ),
      ).length / others.length;
    const falseRates = {
      'with a birth date': rateOf((p) => task(p.name, p.birthDate)),
      'with a typed birth date': rateOf((p) => task(p.name, p.birthDate, true)),
      'by the name alone': rateOf((p) => task(p.name, null)),
      'on a name of one word with a birth date': singleWordRateOf((p) => p.birthDate),
      'on a name of one word by the name alone': singleWordRateOf(() => null),
      'in Arabic letters with a birth date': rateOf((p) => task(inArabic(p.name), p.birthDate)),
    };
    for (const { variant, rate } of rates) tell(`found, ${variant}: ${(100 * rate).toFixed(1)} %`);
    for (const [how, rate] of Object.entries(falseRates))
      tell(`strangers with a hit, ${how}: ${(100 * rate).toFixed(1)} %`);
    expect(rates[0]?.rate).toBe(1);
    for (const { variant, rate } of rates) expect([variant, rate >= 0.5]).toEqual([variant, true]);
    expect(falseRates['with a birth date']).toBeLessThan(0.2);
  }, 900_000);
});
