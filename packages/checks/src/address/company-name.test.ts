import { describe, expect, it } from 'vitest';
import { findOwnWords, hasCompanyForm, isCompany, isCompanyForm } from './company-name.ts';
import { wordsOfName } from './find-name.ts';

/** Returns whether a line names a company on a letter to a person. */
const isCompanyFor = (person: string, line: string) =>
  isCompany(line, findOwnWords(line, wordsOfName(person)));

describe('isCompany', () => {
  it.each([
    'Stadtwerke Hamm',
    'Iberdrola SA',
    'Iberdrola S.A.',
    'Martin SÀRL',
    'Yıldız AŞ',
    'Yıldız A.Ş.',
    'ESB Power',
    'Luz del Sur',
    'Luce di Valdora',
    'Câmara Municipal de Lisboa',
    'Câmara de Lobos',
    'Holm & Lund',
    'Tyrone Power',
  ])('takes %s for a company if no name is expected', (line) => {
    expect(isCompany(line)).toBe(true);
  });

  it.each([
    ['Tyrone Power', 'TYRONE POWER'],
    ['Tyrone Power', 'Mr Tyrone Power'],
    ['Tyrone Power', 'Power, Tyrone'],
    ['Tyrone Power-Smith', 'Tyrone Power-Smith'],
    ['Luz Marina Pérez', 'Luz Pérez'],
    ['Maria da Luz', 'Maria da Luz'],
    ['Clara Luce', 'Clara Luce'],
    ['Hélder Câmara', 'HELDER CAMARA'],
    ['João Sá', 'João Sá'],
    ['João Sá', 'JOÃO SÁ'],
    ['João Sá', 'Joa\u0303o Sa\u0301'],
    ['João Sá', 'JOAO SA'],
    ['Bert Holm', 'João Sá'],
  ])('takes a name for a person on a letter to %s: %s', (person, line) => {
    expect(isCompanyFor(person, line)).toBe(false);
  });

  it.each([
    ['Bert Holm', 'Tyrone Power'],
    ['Tyrone Power', 'ESB Power'],
    ['Tyrone Power', 'Northern Power Ltd'],
    ['Tyrone Power', 'Tyrone Power Ltd'],
    ['Tyrone Power', 'Tyrone Power & Light'],
    ['Tyrone Power', 'Tyrone Luz'],
    ['Maria da Luz', 'Companhia da Luz'],
    ['Clara Luce', 'Luce di Valdora'],
    ['Hélder Câmara', 'Câmara Municipal de Lisboa'],
    ['Ana Câmara de Lobos', 'Câmara de Lobos'],
    ['João Sá', 'Iberdrola SA'],
    ['João Sá', 'João Martin SÀRL'],
  ])('takes a name for a company on a letter to %s: %s', (person, line) => {
    expect(isCompanyFor(person, line)).toBe(true);
  });
});

describe('hasCompanyForm', () => {
  it.each([
    ['Iberdrola SA', true],
    ['João Sá', false],
    ['João Sá Lda', true],
    ['Zakład Sp. z o.o.', true],
  ])('returns for %s whether it has a legal form: %s', (name, expected) => {
    expect(hasCompanyForm(name)).toBe(expected);
  });

  it('takes a line that is only a legal form for one, but no surname', () => {
    expect(isCompanyForm('GmbH & Co. KG')).toBe(true);
    expect(isCompanyForm('S.A.')).toBe(true);
    expect(isCompanyForm('Sá')).toBe(false);
  });
});
