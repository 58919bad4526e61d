import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differByOne } from './likeness.ts';
import { matchExpectedName } from './match-expected.ts';
import { type DocumentName, matchName, type NameMatch } from './match-name.ts';

const eriksson: DocumentName = { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', isCut: false };
const named = (surname: string, givenNames: string, isCut = false): DocumentName => ({
  surname,
  givenNames,
  isCut,
});

describe('matchName', () => {
  it.each([
    ['Anna Maria Eriksson', eriksson],
    ['ERIKSSON, Anna-Maria', eriksson],
    ['anna eriksson', eriksson],
    ['Maria Eriksson', eriksson],
    ['Jürgen Groß', named('GROSS', 'JUERGEN')],
    ['Jürgen Groß', named('GROSS', 'JURGEN')],
    ['Søren Åkesson', named('AAKESSON', 'SOEREN')],
    ['María José Muñoz', named('MUNOZ', 'MARIA JOSE')],
    ['Łucja Żółć', named('ZOLC', 'LUCJA')],
    ["Sinéad O'Brien", named('OBRIEN', 'SINEAD')],
    ['Jan van der Berg', named('VANDERBERG', 'JAN')],
    ['Arkfreith', named('ARKFREITH', '')],
    ...['SARIC DJORDJE', 'SARIC DORDE', 'SARIC DJORDE'].map((printed): [string, DocumentName] => {
      const [surname = '', givenNames = ''] = printed.split(' ');
      return ['Đorđe Šarić', named(surname, givenNames)];
    }),
    ['Ђорђе Шарић', named('SARIC', 'DJORDJE')],
    ['Þóra Guðmundsdóttir', named('GUDMUNDSDOTTIR', 'THORA')],
    ['Þóra Guðmundsdóttir', named('GUDHMUNDSDOTTIR', 'THORA')],
    ['Åsa Ørsted', named('OERSTED', 'AASA')],
    ['Íñigo Peña', named('PENXXA', 'INIGO')],
    ['Maria Munoz', named('MUÑOZ', 'MARÍA')],
    ['Anaÿs Ĳsbrand', named('IJSBRAND', 'ANAIJS')],
    ['Çağrı İpekçioğlu', named('IPEKCIOGLU', 'CAGRI')],
    ['Işıl Yıldız', named('YILDIZ', 'ISIL')],
    ['Ștefan Țăranu', named('TARANU', 'STEFAN')],
    ['Ştefan Ţăranu', named('TARANU', 'STEFAN')],
    ['Đặng Thị Phương', named('DANG', 'THI PHUONG')],
    ['Gal·la Vilà', named('VILA', 'GALLA')],
    ['Ａｎｎａ　Ｅｒｉｋｓｓｏｎ', eriksson],
    ['Joseﬁne Groß', named('GROSS', 'JOSEFINE')],
    ['Nın\u0303o Pen\u0303a', named('PENA', 'NINO')],
    ['O´Brien Sinéad', named('OBRIEN', 'SINEAD')],
    ['Анна Эрикссон', named('ERIKSSON', 'ANNA')],
    ['Юлия Щербакова', named('SHCHERBAKOVA', 'IULIIA')],
    ['Юлия Щербакова', named('SHCHERBAKOVA', 'YULIYA')],
    ['Юлия Щербакова', named('SHCHERBAKOVA', 'YULIA')],
    ['Алексей Чайковский', named('CHAIKOVSKII', 'ALEKSEI')],
    ['Алексей Чайковский', named('CHAYKOVSKIY', 'ALEXEY')],
    ['Алексей Чайковский', named('TCHAIKOVSKI', 'ALEXEI')],
    ['Милош Јовановић', named('JOVANOVIC', 'MILOS')],
    ['Жељко Чолић', named('COLIC', 'ZELJKO')],
    ['Олександр Згурський', named('ZGHURSKYI', 'OLEKSANDR')],
    ['Наталія Ґалаґан', named('GALAGAN', 'NATALIIA')],
    ['Георги Щърбанов', named('SHTARBANOV', 'GEORGI')],
    ['Љиљана Његош', named('NJEGOS', 'LJILJANA')],
    ['Ѓорѓи Ќосев', named('KOSEV', 'GJORGJI')],
    ['Γεώργιος Παπαδόπουλος', named('PAPADOPOULOS', 'GEORGIOS')],
    ['Ευάγγελος Μπακογιάννης', named('BAKOGIANNIS', 'EVANGELOS')],
    ['Ευτυχία Αυγερινού', named('AVGERINOU', 'EFTYCHIA')],
    ['Αϋφαντής Ντίνος', named('AYFANTIS', 'NTINOS')],
    [
      'Nilavadhanananda Chayapa Dejthamrong Krasuang',
      named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASU', true),
    ],
    ['Nilavadhanananda Chayapa Dejthamrong Krasuang', named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG', true)],
  ])('takes %s for the name on the document', (expected, document) => {
    expect(matchName(expected, document)).toBe('same');
  });

  it.each([
    ['Anna Maria Erikson', eriksson],
    ['Anan Maria Eriksson', eriksson],
    ['Anna Maria Eriksson Lund', eriksson],
    ['Anna Maria Lund', eriksson],
    ['Ana Garcia', named('GARCIA LOPEZ', 'ANA')],
    ['Юлия Щербакова', named('SHCHERBAKOV', 'IULIIA')],
    ['Jorgen Gross', named('GROSS', 'JOERGEN')],
    ['Jörgen Groß', named('GROS', 'JORGEN')],
    ['Анна Мария Шарова', named('SAROVA', 'ANNA MARIIA')],
    ['Анна Мария Жукова', named('ZUKOVA', 'ANNA MARIIA')],
    ['Άννα Μαρία Βασίλη', named('BASILI', 'ANNA MARIA')],
  ])('leaves %s to a human', (expected, document) => {
    expect(matchName(expected, document)).toBe('similar');
  });

  it.each([
    ['Peter Lund', eriksson],
    ['Anna', eriksson],
    ['Eriksson', eriksson],
    ['Li Wu', named('WANG', 'LIN')],
    ['Đorđe Šarić', named('SARIC', 'MARKO')],
    ['Đorđe Šarić', named('SARIC', 'DZORDZE')],
    ['Jürgen Groß', named('GRASS', 'HORST')],
  ])('tells %s from the name on the document', (expected, document) => {
    expect(matchName(expected, document)).toBe('different');
  });

  it.each(['Пётр Лунд', 'Жан Лунд', 'Άννα Λουντ', '李娜', '   ', '-'])(
    'does not pretend to read %s',
    (expected) => {
      expect(matchName(expected, eriksson)).toBe('not-comparable');
    },
  );

  it('compares words of many spellings in bounded time', () => {
    const many = 'ЩЮЯЪЕЁЖЧ'.repeat(40);
    expect(matchName(`Анна ${many}`, named('SHCHIUIA'.repeat(40), 'ANNA'))).toBe('not-comparable');
    expect(matchName(`Анна ${many}`, named(many, 'ANNA'))).toBe('same');
  });

  const word = fc.stringMatching(/^[A-Z]{2,10}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 4 });

  it('finds every name equal to itself, in any order', () => {
    fc.assert(
      fc.property(words, words, (surname, givenNames) => {
        const document = named(surname.join(' '), givenNames.join(' '));
        expect(matchName([...givenNames, ...surname].join(' '), document)).toBe('same');
        expect(matchName([...surname, ...givenNames].reverse().join('-'), document)).toBe('same');
      }),
    );
  });

  it('answers for any text at all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.string(),
        fc.boolean(),
        (expected, a, b, isCut) => {
          expect(['same', 'similar', 'different', 'not-comparable']).toContain(
            matchName(expected, { surname: a, givenNames: b, isCut }),
          );
        },
      ),
    );
  });
});

describe('matchExpected', () => {
  const long = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASUANG');
  /** As zones of a passport and of a card cut it. */
  const cut = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASU', true);
  const cutMore = named('NILAVADHANANANDA', 'CHAYAPA DEJ', true);
  /** Cut between two words: nothing of it is a beginning. */
  const cutBetween = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG', true);
  const cutSurname = named('PAPANDROPOULOUS JONATHON WARRENINGTO', '', true);
  const one = named('ARKFREITH', '');

  it.each<[NameMatch, string, DocumentName | string, DocumentName]>([
    ['same', 'a name and itself', eriksson, eriksson],
    ['same', 'a name that was said', 'Anna Eriksson', eriksson],
    ['similar', 'a whole name and one that leaves a given name out', eriksson, named('ERIKSSON', 'ANNA')],
    ['same', 'a cut name and the whole one', cut, long],
    ['same', 'the whole name and a cut one', long, cut],
    ['same', 'a name cut earlier and the whole one', cutMore, long],
    ['same', 'a name cut between words and the whole one', cutBetween, long],
    ['same', 'a cut name and one that is cut earlier', cut, cutMore],
    ['same', 'a cut name and one that is cut later', cutMore, cut],
    ['same', 'a cut name and itself', cut, cut],
    ['same', 'a cut name and one that leaves given names out', cut, named('NILAVADHANANANDA', 'CHAYAPA')],
    [
      'same',
      'a cut surname and the whole one',
      cutSurname,
      named('PAPANDROPOULOUS JONATHON WARRENINGTON', ''),
    ],
    [
      'similar',
      'a cut name and one with another word in place of the beginning',
      cutMore,
      named('NILAVADHANANANDA', 'CHAYAPA SOMCHAI'),
    ],
    ['different', 'a cut name and other given names', cut, named('NILAVADHANANANDA', 'SOMCHAI WATTANA')],
    ['different', 'a cut name and another surname', cutMore, named('KRASUANG', 'CHAYAPA')],
    ['different', 'a cut name and somebody else', cut, eriksson],
    ['different', 'somebody else and a cut name', eriksson, cut],
    [
      'different',
      'two cut names of different people',
      cut,
      named('PAPANDROPOULOUS', 'JONATHON WARRENINGTO', true),
    ],
    ['same', 'a single name and itself', one, one],
    ['similar', 'a single name and one with a given name', one, named('ARKFREITH', 'PETER')],
    ['similar', 'a name of two parts and one of them alone', named('ARKFREITH', 'PETER'), one],
    ['similar', 'a single name and one of a slip', one, named('ARKFRIETH', '')],
    ['different', 'a single name and another', one, named('ERIKSSON', '')],
    ['different', 'a single name and somebody else', one, eriksson],
  ])('finds %s: %s', (match, _, expected, found) => {
    expect(matchExpectedName(expected, found)).toBe(match);
  });
});

describe('differByOne', () => {
  it.each([
    ['ANNA', 'ANA', true],
    ['ANNA', 'ANMA', true],
    ['ANNA', 'NANA', true],
    ['ANNA', 'ANNA', false],
    ['ANNA', 'ANNAAA', false],
    ['ABCD', 'ACDB', false],
  ])('%s and %s: %s', (a, b, is) => {
    expect(differByOne(a, b)).toBe(is);
    expect(differByOne(b, a)).toBe(is);
  });
});
