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
    ['Maria De La Cruz', named('DELACRUZ', 'MARIA TERESA')],
    ['Maria Delacruz', named('DE LA CRUZ', 'MARIA TERESA')],
    ['De LaCruz Maria', named('DELA CRUZ', 'MARIA TERESA')],
    ['Mohammed Al Ali', named('ALALI', 'MOHAMMED AHMED')],
    ['Jan van den Berg', named('VANDENBERG', 'JAN PIETER')],
    ['Ronald McDonald', named('MC DONALD', 'RONALD JAMES')],
    ['Annmarie Smith', named('SMITH', 'ANN MARIE JANE')],
    ['Jean-Pierre Martin', named('MARTIN', 'JEANPIERRE MARIE')],
    // Cards and letters do not tell where the surname begins.
    ['Delacruz Maria', named('CRUZ', 'MARIA TERESA DE LA')],
    ['Suharto', named('SUHARTO', 'FNU')],
    ['Suharto', named('LNU', 'SUHARTO')],
    ['Suharto', named('SUHARTO', 'NFN NMN')],
    ['FNU, Suharto', named('SUHARTO', '')],
    ['Suharto FNU', named('SUHARTO', 'FNU')],
    ['Fnu Lnu', named('FNU', 'LNU')],
    ['Suharto Suharto', named('SUHARTO', '')],
    ['Sri Mulyani Sri Mulyani', named('SRI MULYANI', '')],
    ['Suharto Suharto', named('SUHARTO', 'FNU')],
  ])('matches %s with the name on the document', (expected, document) => {
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
    // A missing word may only have followed the last one if the words before it match.
    ['Somchai Krasu Nilavadhanananda', named('NILAVADHANANANDA', 'CHAYAPA KRASU', true)],
    ['Somchai Krasuang Nilavadhanananda', named('NILAVADHANANANDA', 'CHAYAPA KRASU', true)],
    ['Yulia Ivanova', named('IVANOVA', 'IULIIA')],
    ['Yuri Gagarin', named('GAGARIN', 'IURII')],
    ['Dmitry Ivanov', named('IVANOV', 'DMITRII')],
    ['Evgeny Ivanov', named('IVANOV', 'EVGENII')],
    ['Aleksey Solovyov', named('SOLOVEV', 'ALEKSEI')],
    ['Mohammed Khan', named('KHAN', 'MUHAMMAD')],
    ['Youssef Ali', named('ALI', 'YUSUF')],
    ['Hussein Ahmad', named('AHMED', 'HUSAIN')],
    ['Osama Nour', named('NOOR', 'USAMAH')],
    // Siblings whose names differ by one letter.
    ['Ivan Petrov', named('PETROV', 'IVANA')],
    ['Maria Rossi', named('ROSSI', 'MARIO')],
    // Letters and cards: father and son may have the same name and address.
    ['John Smith', named('SMITH JR', 'JOHN')],
    // Words joined with one that is missing.
    ['Maria Luisa De La Cruz', named('DELACRUZ', 'MARIA TERESA')],
  ])('returns "similar" for %s', (expected, document) => {
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
    ['Maria Cruz', named('DELACRUZ', 'MARIA TERESA')],
    ['Maria De La', named('DELACRUZ', 'MARIA TERESA')],
    ['Anna Ivanova', named('IVANOVA', 'IULIIA')],
    ['Hussein Khan', named('KHAN', 'HASAN')],
    ['Suharto Widodo', named('SUKARNO', 'FNU')],
    ['Joko Suharto', named('SUHARTO', 'WIDODO')],
    ['FNU Suharto', named('SUHARTO', 'WIDODO')],
    // Barcodes may state that a name is truncated without containing it.
    ['Anna Eriksson', named('', '', true)],
  ])('distinguishes %s from the name on the document', (expected, document) => {
    expect(matchName(expected, document)).toBe('different');
  });

  it.each(['Пётр Лунд', 'Жан Лунд', 'Άννα Λουντ', '李娜', '   ', '-'])(
    'returns "not-comparable" for %s',
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

  it('matches every name with itself, in any order', () => {
    fc.assert(
      fc.property(words, words, (surname, givenNames) => {
        const document = named(surname.join(' '), givenNames.join(' '));
        expect(matchName([...givenNames, ...surname].join(' '), document)).toBe('same');
        expect(matchName([...surname, ...givenNames].reverse().join('-'), document)).toBe('same');
      }),
    );
  });

  it('returns a result for any text', () => {
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

describe('matchExpectedName', () => {
  const long = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASUANG');
  /** As truncated in the MRZ of a passport and of a card. */
  const cut = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG KRASU', true);
  const cutMore = named('NILAVADHANANANDA', 'CHAYAPA DEJ', true);
  /** Truncated between two words, so that all of its words are complete. */
  const cutBetween = named('NILAVADHANANANDA', 'CHAYAPA DEJTHAMRONG', true);
  const cutSurname = named('PAPANDROPOULOUS JONATHON WARRENINGTO', '', true);
  const one = named('ARKFREITH', '');

  it.each<[NameMatch, string, DocumentName | string, DocumentName]>([
    ['same', 'a name and itself', eriksson, eriksson],
    ['same', 'a name given by the caller', 'Anna Eriksson', eriksson],
    ['similar', 'a whole name and one that lacks a given name', eriksson, named('ERIKSSON', 'ANNA')],
    ['same', 'a truncated name and the whole one', cut, long],
    ['same', 'the whole name and a truncated one', long, cut],
    ['same', 'a name truncated earlier and the whole one', cutMore, long],
    ['same', 'a name truncated between words and the whole one', cutBetween, long],
    ['same', 'a truncated name and one truncated earlier', cut, cutMore],
    ['same', 'a truncated name and one truncated later', cutMore, cut],
    ['same', 'a truncated name and itself', cut, cut],
    ['same', 'a truncated name and one that lacks given names', cut, named('NILAVADHANANANDA', 'CHAYAPA')],
    [
      'same',
      'a truncated surname and the whole one',
      cutSurname,
      named('PAPANDROPOULOUS JONATHON WARRENINGTON', ''),
    ],
    [
      'similar',
      'a truncated name and one with another word instead of the beginning',
      cutMore,
      named('NILAVADHANANANDA', 'CHAYAPA SOMCHAI'),
    ],
    [
      'similar',
      'a truncated name and one with another first given name',
      cut,
      named('NILAVADHANANANDA', 'SOMCHAI DEJTHAMRONG KRASUANG'),
    ],
    [
      'different',
      'a truncated name and other given names',
      cut,
      named('NILAVADHANANANDA', 'SOMCHAI WATTANA'),
    ],
    ['different', 'a truncated name and another surname', cutMore, named('KRASUANG', 'CHAYAPA')],
    ['different', 'a truncated name and another person', cut, eriksson],
    ['different', 'another person and a truncated name', eriksson, cut],
    [
      'different',
      'two truncated names of different people',
      cut,
      named('PAPANDROPOULOUS', 'JONATHON WARRENINGTO', true),
    ],
    ['same', 'a single name and itself', one, one],
    ['similar', 'a single name and one with a given name', one, named('ARKFREITH', 'PETER')],
    ['similar', 'a name of two parts and only one of them', named('ARKFREITH', 'PETER'), one],
    ['similar', 'a single name and one with a typo', one, named('ARKFRIETH', '')],
    ['different', 'a single name and another', one, named('ERIKSSON', '')],
    ['different', 'a single name and another person', one, eriksson],
    ['similar', 'a name and one with a suffix', 'John Smith', named('SMITH JR', 'JOHN')],
    [
      'similar',
      'the name of a licence and one with a suffix',
      named('SMITH', 'JOHN'),
      named('SMITH III', 'JOHN'),
    ],
    ['same', 'two names with the same suffix', 'John Smith, Jr.', named('SMITH JR', 'JOHN')],
    ['similar', 'two names with different suffixes', 'John Smith Sr', named('SMITH JR', 'JOHN')],
    ['similar', 'a name with a suffix and one without', 'John Smith Jr', named('SMITH', 'JOHN')],
    [
      'similar',
      'a document with a suffix and one without',
      named('SMITH JR', 'JOHN'),
      named('SMITH', 'JOHN'),
    ],
    [
      'similar',
      'a name and a truncated one that ends like a suffix',
      'Smith Anna',
      named('SMITH JR', '', true),
    ],
    ['same', 'a surname that looks like a suffix and itself', 'John Jr', named('JR', 'JOHN')],
    [
      'same',
      'a single name and one with a code for the given name',
      named('SUHARTO', ''),
      named('SUHARTO', 'FNU'),
    ],
  ])('returns "%s" for %s', (match, _, expected, found) => {
    expect(matchExpectedName(expected, found)).toBe(match);
  });

  const [father, son] = [named('SMITH', 'JOHN'), named('SMITH JR', 'JOHN')];

  it.each<[NameMatch, string, DocumentName | string, DocumentName]>([
    ['same', 'a text and a document with a suffix', 'John Smith', son],
    ['same', 'a text with a suffix and a document', 'John Smith, Jr.', father],
    ['same', 'a document and one with a suffix', father, son],
    ['same', 'a document with a suffix and one without', son, father],
    ['similar', 'different suffixes', 'John Smith Sr', son],
    ['same', 'a surname that looks like a suffix and itself', 'John Jr', named('JR', 'JOHN')],
    ['different', 'different names', 'Peter Lund', son],
  ])('returns "%s" with the same birth date for %s', (match, _, expected, found) => {
    expect(matchExpectedName(expected, found, true)).toBe(match);
  });

  it('returns "similar" without a birth date if only one document has a suffix, in either order', () => {
    expect(matchExpectedName(father, son)).toBe('similar');
    expect(matchExpectedName(son, father)).toBe('similar');
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
  ])('compares %s with %s: %s', (a, b, expected) => {
    expect(differByOne(a, b)).toBe(expected);
    expect(differByOne(b, a)).toBe(expected);
  });
});
