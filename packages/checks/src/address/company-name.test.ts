import { describe, expect, it } from 'vitest';
import { hasCompanyForm, isCompany, isCompanyForm } from './company-name.ts';

describe('isCompany', () => {
  it.each([
    'Stadtwerke Hamm',
    'Iberdrola SA',
    'Iberdrola S.A.',
    'Mitchell Admin GmbH',
    'Power',
    'ESB Power',
    'power and light',
    'Câmara Municipal de Lisboa',
    'Cámara de Comercio',
    'Northern Power Ltd',
    'Aufina ASA',
    'Holm & Lund',
  ])('recognizes the company %s', (name) => {
    expect(isCompany(name)).toBe(true);
  });

  it.each([
    'Fatoumata Camara',
    'Hélder Câmara',
    'Tyrone Power',
    'TYRONE POWER',
    'Luz Marina Pérez',
    'Maria da Luz',
    'Clara Luce',
    'João Sá',
    'JOÃO SÁ',
    'Joa\u0303o Sa\u0301',
    'Åsa Lindqvist',
  ])('takes %s for a person', (name) => {
    expect(isCompany(name)).toBe(false);
  });
});

describe('hasCompanyForm', () => {
  it.each([
    ['Iberdrola SA', true],
    ['Sá', false],
    ['Zakład Sp. z o.o.', true],
    ['Holm ApS', true],
  ])('returns for %s whether it has a legal form: %s', (name, expected) => {
    expect(hasCompanyForm(name)).toBe(expected);
  });

  it('takes a line that is only a legal form for one, but no surname', () => {
    expect(isCompanyForm('GmbH & Co. KG')).toBe(true);
    expect(isCompanyForm('S.A.')).toBe(true);
    expect(isCompanyForm('Sá')).toBe(false);
  });
});
