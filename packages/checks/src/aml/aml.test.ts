import { describe, expect, it } from 'vitest';
import { blockingKeys, encodeSound, searchKeys } from './blocking-keys.ts';
import { judgeCandidate } from './judge-candidate.ts';
import { jaroWinkler, scoreNames } from './name-score.ts';
import { canCompareScripts, unreliableScripts } from './name-scripts.ts';
import { readingsOfName, searchableWords, vowellessWords, wordsOfName } from './name-words.ts';

const score = (a: string, b: string) => scoreNames(wordsOfName(a), wordsOfName(b));

describe('wordsOfName', () => {
  it.each([
    ['Владимир Иванов', 'VLADIMIR IVANOV'],
    ['Ömer Çelik', 'OMER CELIK'],
    ["Seán O'Brien", 'SEAN OBRIEN'],
    ['Abdullah bin Ahmed al-Qahtani', 'ABDULLAH AHMED QAHTANI'],
    ['DE LA CRUZ, Juan', 'CRUZ JUAN'],
    ['Dr. Al', 'AL'],
    ['E. Prigozhin', 'E PRIGOZHIN'],
    ['Bin Laden', 'BIN LADEN'],
    ['Le Van Anh', 'LE VAN ANH'],
    ['Osama bin Laden', 'OSAMA LADEN'],
    ['Sheikh Dr. Hasina', 'SHEIKH HASINA'],
    ['FNU Suharto', 'SUHARTO'],
    ['Suharto LNU', 'SUHARTO'],
    ['Усама бен Ладен', 'USAMA LADEN'],
    ['محمد عمر', 'MHMD MR'],
    ['محمد بن سلمان', 'MHMD SLMN'],
    ['', ''],
  ])('splits “%s” into “%s”', (name, words) => expect(wordsOfName(name).join(' ')).toBe(words));

  it('keeps no particle for words by which executions are searched', () => {
    expect(searchableWords('E. Prigozhin')).toEqual(['PRIGOZHIN']);
    expect(searchableWords('FNU Suharto')).toEqual(['FNU', 'SUHARTO']);
    expect(searchableWords('Dr. Al')).toEqual(['DR', 'AL']);
  });
});

describe('readingsOfName', () => {
  it.each([
    ['Xi Jinping', ['XI JINPING']],
    ['习近平', ['XIJINPING', 'XIJIN PING', 'XI JINPING', 'XI JIN PING']],
    ['김정은', ['GIMJEONGEUN', 'GIMJEONG EUN', 'GIM JEONGEUN', 'GIM JEONG EUN']],
    ['习 近平', ['XI JINPING']],
    ['欧阳娜娜', ['OUYANGNANA', 'OU YANGNANA', 'OU YANG NA NA', 'OUYANG NANA', 'OUYANG NA NA']],
    ['习近', ['XIJIN', 'XI JIN']],
    ['', ['']],
  ])('reads “%s” as %j', (name, readings) =>
    expect(
      readingsOfName(name)
        .map((words) => words.join(' '))
        .sort(),
    ).toEqual([...readings].sort()),
  );

  it('reads a name of five letters in five ways', () => {
    expect(readingsOfName('欧阳娜娜娜')).toHaveLength(5);
  });
});

describe('vowellessWords', () => {
  it.each([
    ['صدام حسين', 'Hussein, Saddam'],
    ['صدام حسين', 'SADDAM HUSAYN al-Tikriti'],
    ['محمد عمر', 'Mohammed Omar'],
    ['محمود عباس', 'Mahmoud Abbas'],
    ['محمد بن سلمان', 'Muhammad bin Salman'],
    ['أسامة بن لادن', 'Usama bin Ladin'],
    ['אהוד ברק', 'Ehud Barak'],
  ])('scores %s like %s over the default threshold only by consonants', (name, listed) => {
    expect(scoreNames(vowellessWords(name) ?? [], wordsOfName(listed), true)).toBeGreaterThan(0.88);
  });

  it('scores other consonants below the threshold, and returns null for other scripts and for one word', () => {
    const words = vowellessWords('صدام حسين') ?? [];
    expect(scoreNames(words, wordsOfName('Saddam Hassoun'), true)).toBeLessThan(0.94);
    expect(scoreNames(words, wordsOfName('Salim Hussein'), true)).toBeLessThan(0.88);
    expect(['Saddam Hussein', '习近平', 'محمد', ''].map(vowellessWords)).toEqual([null, null, null, null]);
  });
});

describe('unreliableScripts and canCompareScripts', () => {
  it.each([
    ['صدام حسين', ['Arabic']],
    ['אהוד ברק', ['Hebrew']],
    ['ܦܛܪܘܣ', ['Syriac']],
    ['ประยุทธ์', ['Thai']],
    ['ທອງລຸນ', ['Lao']],
    ['ហ៊ុន សែន', ['Khmer']],
    ['习近平', ['Han']],
    ['김정은', ['Hangul']],
    ['山田たろう', ['Han', 'Hiragana']],
    ['नरेन्द्र मोदी', ['Devanagari']],
    ['ᏣᎳᎩ', ['Other']],
    ['ꆈꌠ 习', ['Han', 'Other']],
    ["Seán O'Brien-Çelik", []],
    ['Владимир Іванов', []],
    ['Ιωάννης', []],
    ['Սերժ Սարգսյան', []],
    ['მიხეილ', []],
    ['· ’ 7', []],
  ])('finds in “%s” the scripts %j', (name, scripts) => expect(unreliableScripts(name)).toEqual(scripts));

  it.each([
    ['Anna', { names: 1000 }, true],
    ['习近平', { names: 1000 }, false],
    ['习近平', { names: 1000, scripts: { Arabic: 500 } }, false],
    ['习近平', { names: 1000, scripts: { Han: 499 } }, false],
    ['习近平', { names: 1000, scripts: { Han: 500 } }, true],
    ['习近平', { names: 1_000_000, scripts: { Han: 100 } }, false],
    ['ꆈꌠ 习', { names: 2, scripts: { Han: 2, Other: 2 } }, false],
    ['山田たろう', { names: 2, scripts: { Han: 2 } }, false],
    ['ᏣᎳᎩ', { names: 2, scripts: { Other: 2 } }, false],
  ])('decides whether “%s” can be compared with a list of %j: %s', (name, list, can) =>
    expect(canCompareScripts(name, list)).toBe(can),
  );
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
    expect(blockingKeys(['ANNA'])).toHaveLength(2);
    for (const key of blockingKeys(wordsOfName('Anna Maria Eriksson'))) expect(key).toBeLessThan(2 ** 37);
  });
});

/** Names of one word with and without a particle. */
const singleWords: readonly (readonly [string, string])[] = [
  ['Hamza', 'Abu Hamza'],
  ['Suharto', 'Haji Suharto'],
  ['Gulbahar', 'Haji Gulbahar'],
  ['Qahtani', 'al-Qahtani'],
  ['Silva', 'De Silva'],
  ['Sheikh Hamza', 'Abu Hamza'],
  ['Hamza, Sheikh', 'Abu Hamza'],
  ['Abu Hamza', 'Sheikh Abu Hamza'],
  ['Haji Haji Suharto', 'Haji Suharto'],
  ['Abu Hamza al', 'Abu Hamza'],
  ['Sheikh Abu Ali', 'Abu Ali'],
  ['Haji Ali', 'Ali'],
  ['Le Van Anh', 'Anh Le Van'],
  ['Hassan A. E.', 'A. E. Hassan'],
];

/** Names of one word of which only one has an initial or a surname. */
const distinguished: readonly (readonly [string, string])[] = [
  ['Prigozhin', 'E. Prigozhin'],
  ['A. Khan', 'Haji Khan'],
  ['Le Minh', 'Minh'],
  ['Y. Hassan', 'Abu Hassan'],
  ['E. Garcia', 'de Garcia'],
];

/** Family names with particles or initials, and whole names. */
const familyNames: [string, string][] = [
  ['Bin Laden', 'Usama bin Laden'],
  ['Haji bin Laden', 'Usama bin Laden'],
  ['Sheikh bin Laden', 'Usama bin Laden'],
  ['A. bin Laden', 'Usama bin Laden'],
  ['van der Berg', 'Jan van der Berg'],
  ['de la Cruz', 'Juan de la Cruz'],
  ['de los Santos', 'Juan de los Santos'],
  ['von der Leyen', 'Ursula von der Leyen'],
  ['al el Sisi', 'Abdel Fattah el-Sisi'],
  ['Da Silva', 'Luiz Inacio Lula da Silva'],
  ['Di Maio', 'Luigi Di Maio'],
  ['Le Drian', 'Jean-Yves Le Drian'],
  ['Le Maire', 'Bruno Le Maire'],
  ['Do Rosario', 'Maria do Rosario'],
  ['Du Pont', 'Jean du Pont'],
];

const bothWays = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([a, b]): [string, string][] => [
    [a, b],
    [b, a],
  ]);
const inBothDirections = bothWays(singleWords);

describe('searchKeys', () => {
  const isFound = (sought: string, listed: string) => {
    const { exact, similar, other } = searchKeys(wordsOfName(sought));
    const keys = blockingKeys(wordsOfName(listed));
    return [...exact, ...similar, ...other].some((key) => keys.includes(key));
  };

  it.each([
    ['Jelena Petrova', 'YELENA PETROV'],
    ['Yelena Petrova', 'JELENA PETROV'],
    ['Jusuf Xyz', 'YUSUF Xab'],
    ['Yasser Xyz', 'JASSER Xab'],
    ['E. Prigozhin', 'Yevgeny PRIGOZHIN'],
    ['Hambali Nurjaman', 'Hambali'],
    ['Tommy Suharto', 'FNU SUHARTO'],
    ['Hamzah', 'Abu Hamza'],
    ['Haji Yamal', 'Jamal'],
    ['E. de la Cruz', 'Enrique de la Cruz'],
    ['Y. van der Berg', 'Yvonne van der Berg'],
    ...familyNames,
    ...inBothDirections,
    ...bothWays(distinguished),
  ])('finds %s by a key of %s', (sought, listed) => expect(isFound(sought, listed)).toBe(true));

  it('compares names of one word only if it is the same', () => {
    expect(isFound('Tommy Suharto', 'Sahirat')).toBe(false);
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
    expect(score('Yelena Petrova', 'Jelena Petrova')).toBeGreaterThan(0.88);
  });

  it('scores initials of E that another spelling begins with YE, and no other one', () => {
    expect(score('A. Eriksson', 'Anna Eriksson')).toBeGreaterThan(0.88);
    expect(score('E. Prigozhin', 'PRIGOZHIN Yevgeny')).toBeGreaterThan(0.88);
    expect(score('E. Prigozhin', 'PRIGOZHIN Pavel')).toBeLessThan(0.88);
  });

  it('scores one equal word of a one-word listed name at the default threshold, and a short one below', () => {
    expect(score('Tommy Suharto', 'Suharto')).toBe(0.88);
    expect(score('Hambali Nurjaman', 'FNU Hambali')).toBe(0.88);
    expect(score('Muhammad Ali', 'Ali')).toBe(0.84);
    expect(score('Tommy Suhartono', 'Suharto')).toBe(0);
  });

  it('scores a family name with its particle at the default threshold if no given name was written', () => {
    expect(score('Ben Ali', 'Zine Ben Ali')).toBe(0.84);
    expect(score('Ibrahim Yilmaz', 'Abu Ibrahim')).toBeLessThan(0.88);
    expect(score('A. Eriksson', 'Piotr Eriksson')).toBeLessThan(0.88);
  });

  it.each(familyNames)('scores the family name %s at the default threshold with %s', (family, whole) => {
    expect(score(family, whole)).toBe(0.88);
  });

  it.each([
    ['Le Minh', 'Nguyen Minh'],
    ['Le Van Minh', 'Nguyen Van Minh'],
    ['Le Pen', 'Marine Le Pen'],
    ['Du Li', 'Zhang Li'],
    ['Di Wang', 'WANG Lei'],
    ['Da Chen', 'Chen Guangcheng'],
    ['La Nguyen', 'Nguyen Phuong'],
  ])('scores %s, probably a surname and a given name, below the default threshold with %s', (a, b) => {
    expect(score(a, b)).toBe(0.84);
  });

  it.each([
    ['E. de la Cruz', 'Enrique de la Cruz'],
    ['Y. van der Berg', 'Yvonne van der Berg'],
  ])('scores %s above the default threshold with %s, because unmatched particles cost nothing', (a, b) => {
    expect(score(a, b)).toBeGreaterThan(0.9);
    expect(score(b, a)).toBeGreaterThan(0.9);
  });

  it.each(bothWays(distinguished))(
    'scores %s and %s at the default threshold if only one has an initial or a surname',
    (a, b) => expect(score(a, b)).toBe(0.88),
  );

  it.each(
    bothWays([
      ['Ali', 'Abu Ali'],
      ['Le Van Anh', 'Anh'],
      ['Haji Ali', 'Abu Ali'],
    ]),
  )('scores %s and %s below the default threshold if their word is short', (a, b) => {
    expect(score(a, b)).toBe(0.84);
  });

  it.each(inBothDirections)('scores %s and %s at least 0.95', (a, b) => {
    expect(score(a, b)).toBeGreaterThanOrEqual(0.95);
  });

  it('scores names of one word with another spelling by their similarity', () => {
    expect(score('Hamzah', 'Abu Hamza')).toBeGreaterThan(0.88);
    expect(score('Omar', 'Abu Hamza')).toBe(0);
  });

  it.each([
    ['Do Van Minh', 'Nguyen Van Minh'],
    ['Le Van Anh', 'Tran Van Anh'],
    ['Do Van Minh', 'Le Van Minh'],
    ['Le Minh', 'Nguyen Minh'],
    ['Le Minh', 'Do Minh'],
    ['Du Ming', 'Zhang Ming'],
    ['A. Eriksson', 'E. Eriksson'],
  ])('scores %s and %s, who have other surnames or initials, below the default threshold', (a, b) => {
    expect(score(a, b)).toBeLessThan(0.88);
    expect(score(b, a)).toBeLessThan(0.88);
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
    const sameName = { words: ['ERIKSSON', 'ANNA'], birthDates: ['1950-01-01', '1974-03-03'] };
    expect(judged(sameName)).toEqual({ score: 1, agreed: ['NAME', 'BIRTH_YEAR'] });
    expect(judged({ birthDates: ['1974-03-03'] })).toEqual({
      score: plain - 0.04,
      agreed: ['SIMILAR_NAME', 'BIRTH_YEAR'],
    });
  });

  it('lowers the score for another birth date, so that the name alone is not a hit', () => {
    const other = judged({ words: ['ERIKSSON', 'ANNA'], birthDates: ['1950-01-01', '1951'] });
    expect(other.score).toBeCloseTo(0.85, 5);
    expect(other.agreed).toEqual(['NAME']);
  });

  it.each(['1975-03-03', '1973-12-31', '1984-08-12'])(
    'keeps the score of the same name for the birth date %s, a year or a digit off',
    (birthDate) => {
      const birthDates = [birthDate];
      expect(judged({ words: ['ERIKSSON', 'ANNA'], birthDates })).toEqual({ score: 1, agreed: ['NAME'] });
      expect(judged({ birthDates }).score).toBeCloseTo(judged({}).score - 0.1, 5);
    },
  );

  it('keeps the score of the same name if the other birth date was only typed', () => {
    const typed = { ...person, isBirthDateTyped: true };
    const entry = { ...listed, birthDates: ['1950-01-01'] };
    expect(judgeCandidate(typed, { ...entry, words: ['ERIKSSON', 'ANNA'] }).score).toBe(1);
    expect(judgeCandidate(typed, entry).score).toBeLessThan(0.88);
  });

  it.each(
    bothWays([
      ['Abu Hamza', 'Sheikh Abu Hamza'],
      ['Haji Haji Suharto', 'Haji Suharto'],
      ['Haji Suharto', 'Suharto'],
      ['Abu Hamza al', 'Abu Hamza'],
      ['Hamza', 'Abu Hamza'],
    ]),
  )('treats %s and %s as the same name, which a typed birth date does not clear', (a, b) => {
    const typed = { words: wordsOfName(a), isBirthDateTyped: true, countries: [] };
    const entry = { words: wordsOfName(b), birthDates: ['1958-04-15'], countries: [] };
    const { score, agreed } = judgeCandidate({ ...typed, birthDate: '1990-01-01' }, entry);
    expect(score).toBeGreaterThanOrEqual(0.95);
    expect(agreed).toEqual(['NAME']);
    expect(judgeCandidate({ ...typed, birthDate: '1958-04-15' }, entry)).toEqual({
      score: 1,
      agreed: ['NAME', 'BIRTH_DATE'],
    });
  });

  it.each([
    ['A. Khan', 'Haji Khan'],
    ['Le Minh', 'Do Minh'],
    ['Imran Sheikh', 'Imran'],
    ['Ahmed Sheikh', 'Haji Ahmed'],
  ])('lets a typed birth date clear %s of the entry %s', (a, b) => {
    const typed = { words: wordsOfName(a), isBirthDateTyped: true, countries: [] };
    const entry = { words: wordsOfName(b), birthDates: ['1958-04-15'], countries: [] };
    expect(judgeCandidate({ ...typed, birthDate: '1990-01-01' }, entry).score).toBeLessThan(0.88);
  });

  it('returns 0 if no word is similar', () => {
    expect(judged({ words: ['PIOTR', 'NOWAK'], birthDates: ['1974-08-12'] })).toEqual({
      score: 0,
      agreed: [],
    });
  });
});
