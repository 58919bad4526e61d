import { describe, expect, it } from 'vitest';
import { blockingKeys, encodeSound } from './blocking-keys.ts';
import { judgeCandidate } from './judge-candidate.ts';
import { jaroWinkler, scoreNames } from './name-score.ts';
import { wordsOfName } from './name-words.ts';

const score = (a: string, b: string) => scoreNames(wordsOfName(a), wordsOfName(b));

describe('wordsOfName', () => {
  it.each([
    ['Владимир Иванов', 'VLADIMIR IVANOV'],
    ['Ömer Çelik', 'OMER CELIK'],
    ["Seán O'Brien", 'SEAN OBRIEN'],
    ['Abdullah bin Ahmed al-Qahtani', 'ABDULLAH AHMED QAHTANI'],
    ['DE LA CRUZ, Juan', 'CRUZ JUAN'],
    ['Dr. Al', 'DR AL'],
    ['', ''],
  ])('splits “%s” into “%s”', (name, words) => expect(wordsOfName(name).join(' ')).toBe(words));
});

describe('encodeSound and blockingKeys', () => {
  it.each([
    ['MOHAMMED', 'MUHAMMAD'],
    ['QADDAFI', 'GADHAFI'],
    ['VLADIMIR', 'WLADIMIR'],
    ['SERGEY', 'SERGEI'],
    ['YUSSUF', 'YOUSSEF'],
  ])('encodes %s and %s alike', (a, b) => expect(encodeSound(a)).toBe(encodeSound(b)));

  it('finds a name by the sound of one word and the beginning of another, in any order', () => {
    const shared = (a: string, b: string) => {
      const keys = blockingKeys(wordsOfName(a));
      return blockingKeys(wordsOfName(b)).filter((key) => keys.includes(key)).length;
    };
    expect(shared('Anna Maria Eriksson', 'ERIKSSON, Anna')).toBeGreaterThan(0);
    expect(shared('Mohammed Garbled', 'Muhammad Gxxx')).toBeGreaterThan(0);
    expect(shared('Anna Eriksson', 'Piotr Nowak')).toBe(0);
    expect(blockingKeys(['ANNA'])).toHaveLength(1);
    for (const key of blockingKeys(wordsOfName('Anna Maria Eriksson'))) expect(key).toBeLessThan(2 ** 37);
  });
});

describe('scoreNames', () => {
  it('measures words by Jaro–Winkler', () => {
    // Winkler's own examples.
    expect(jaroWinkler('MARTHA', 'MARHTA')).toBeCloseTo(0.961, 3);
    expect(jaroWinkler('DWAYNE', 'DUANE')).toBeCloseTo(0.84, 2);
    expect(jaroWinkler('DIXON', 'DICKSONX')).toBeCloseTo(0.813, 3);
    expect(jaroWinkler('ABC', 'XYZ')).toBe(0);
  });

  it('returns 1 for the same words in any order, script or separation', () => {
    expect(score('Anna Eriksson', 'ERIKSSON Anna')).toBe(1);
    expect(score('Владимир Иванов', 'Ivanov, Vladimir')).toBe(1);
    expect(score('Vander Berg', 'Van der Berg Vander')).toBeGreaterThan(0.9);
  });

  it('scores omitted words and other spellings high, and other names low', () => {
    expect(score('John Smith', 'John Michael Smith')).toBeCloseTo(0.96, 2);
    expect(score('Muhammad Al-Gaddafi', 'Mohammed Gadafi')).toBeGreaterThan(0.88);
    expect(score('J Smith', 'John Smith')).toBeGreaterThan(0.88);
    expect(score('John Smith', 'Jane Brown')).toBeLessThan(0.6);
    expect(score('Anna', 'Anna Eriksson')).toBe(0);
  });
});

describe('judgeCandidate', () => {
  const person = { words: ['ANNA', 'ERIKSSON'], birthDate: '1974-08-12', countries: ['SE'] };
  const listed = { words: ['ERIKSSON', 'ANNE'], birthDates: [] as string[], countries: [] as string[] };
  const judged = (changes: Partial<typeof listed>) => judgeCandidate(person, { ...listed, ...changes });

  it('judges only the name if nothing else is known', () => {
    const { score, agreed } = judged({});
    expect(score).toBeGreaterThan(0.88);
    expect(agreed).toEqual(['SIMILAR_NAME']);
    expect(judged({ words: ['ERIKSSON', 'ANNA'] })).toEqual({ score: 1, agreed: ['NAME'] });
  });

  it('raises the score if birth date and country agree', () => {
    const plain = judged({}).score;
    expect(judged({ birthDates: ['1974-08-12'], countries: ['SE', 'NO'] })).toEqual({
      score: Math.min(1, plain + 0.07),
      agreed: ['SIMILAR_NAME', 'BIRTH_DATE', 'COUNTRY'],
    });
    expect(judged({ birthDates: ['1975'] }).agreed).toContain('BIRTH_YEAR');
    expect(judged({ birthDates: ['1974-12-08'] }).agreed).toContain('BIRTH_YEAR');
  });

  it('lowers the score for another birth date, so that the name alone is not a hit', () => {
    const other = judged({ words: ['ERIKSSON', 'ANNA'], birthDates: ['1950-01-01', '1951'] });
    expect(other.score).toBeCloseTo(0.85, 5);
    expect(other.agreed).toEqual(['NAME']);
    expect(judged({ birthDates: ['1974-03-03'] }).agreed).toEqual(['SIMILAR_NAME']);
  });

  it('returns 0 if no word is similar', () => {
    expect(judged({ words: ['PIOTR', 'NOWAK'], birthDates: ['1974-08-12'] })).toEqual({
      score: 0,
      agreed: [],
    });
  });
});
