import { describe, expect, it } from 'vitest';
import { matchName } from './match-name.ts';
import { soundAlike, soundWord } from './sound-alike.ts';

describe('soundAlike', () => {
  it.each([
    ['YULIA', 'IULIIA'],
    ['DIMITRI', 'DMITRII'],
    ['SOLOVYOV', 'SOLOVEV'],
    ['ALEXEY', 'ALEKSEI'],
    ['KHABIB', 'HABIB'],
    ['SHCHERBAKOV', 'SCHERBAKOV'],
    ['RASHEED', 'RASHID'],
    ['AYESHA', 'AISHA'],
    ['FATIMAH', 'FATMA'],
    ['NOUR', 'NOOR'],
  ])('takes %s and %s for renderings of one name', (one, other) => {
    expect(soundAlike(soundWord(one), soundWord(other))).toBe(true);
    expect(soundAlike(soundWord(other), soundWord(one))).toBe(true);
  });

  it.each([
    ['ANNA', 'IULIIA'],
    ['HUSSEIN', 'HASAN'],
    ['KARIM', 'KARAM'],
    ['AHMAD', 'HAMAD'],
    ['IVAN', 'IVANA'],
    ['MARIA', 'MARIO'],
    ['MARTIN', 'MARTINA'],
    // Two vowels less, or one in a short word.
    ['DIMITIRI', 'DMITRI'],
    ['LENA', 'ELNA'],
    ['SAMI', 'SMI'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(soundAlike(soundWord(one), soundWord(other))).toBe(false);
  });
});

/** Common given names of seven languages, no two of them renderings of one name. */
const givenNames = [
  'JAMES JENNIFER ROBERT LINDA WILLIAM BARBARA RICHARD SUSAN JOSEPH JESSICA CHARLES NANCY MATTHEW DONALD',
  'CARMEN MANUEL FRANCISCO PILAR JAVIER DOLORES RAFAEL CRISTINA PEDRO LUCIA PABLO RAQUEL ALBERTO RUBEN',
  'ALEKSANDR SERGEI DMITRII MAKSIM EVGENII MIKHAIL VLADIMIR NIKOLAI OLEG NATALIIA SVETLANA ELENA ALINA IULIIA',
  'MOHAMMED HASAN HUSSEIN OMAR KHALED YOUSSEF MAHMOUD TARIQ KARIM KAMAL KAMIL AISHA ZAINAB HUDA SALMA',
  'WOLFGANG KLAUS JUERGEN STEFAN UWE URSULA SABINE RENATE HELGA BRIGITTE LUKAS FELIX SOPHIE',
  'MURAT AYSE HATICE ELIF SERIFE AMIT RAHUL SANJAY RAJESH SURESH VIJAY DEEPAK POOJA KAVITA',
].flatMap((names) => names.split(' '));

it('takes less than one in a thousand pairs of relatives with different given names for similar', () => {
  const pairs = givenNames.flatMap((one, at) =>
    givenNames.slice(at + 1).map((other) => [one, other] as const),
  );
  const alike = pairs.filter(
    ([one, other]) =>
      matchName(`${one} Novak`, { surname: 'NOVAK', givenNames: other, isCut: false }) !== 'different',
  );
  expect(pairs.length).toBeGreaterThan(3000);
  // `KAMAL` and `KAMIL` differ by one letter.
  expect(alike.map((pair) => pair.join(' '))).toEqual(['ELENA ALINA', 'KAMAL KAMIL']);
  expect(alike.length / pairs.length).toBeLessThan(0.001);
});
