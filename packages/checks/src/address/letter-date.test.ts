import { describe, expect, it } from 'vitest';
import type { TextLine } from '../file/page-text.ts';
import { findDates } from './letter-date.ts';

const lineOf = (text: string): TextLine => ({
  text,
  confidence: 0.95,
  box: { left: 100, top: 0, widthPx: 400, heightPx: 24 },
});

describe('dates of a letter', () => {
  it.each([
    ['Rechnungsdatum: 09.02.2031', ['2031-02-09']],
    ['Rechnungsdatum: 9. Februar 2031', ['2031-02-09']],
    ['9. März 2031', ['2031-03-09']],
    ['Fecha: 9 de febrero de 2031', ['2031-02-09']],
    ["Date d'émission : 9 août 2031", ['2031-08-09']],
    ['9 dicembre 2031', ['2031-12-09']],
    ['Data de emissão: 9 de março de 2031', ['2031-03-09']],
    ['Kelt: 2031. február 9.', ['2031-02-09']],
    ['Kelt: 2031. 02. 09.', ['2031-02-09']],
    ['February 9th, 2031', ['2031-02-09']],
    ['2031-02-09', ['2031-02-09']],
    ['٢٠٣١-٠٢-٠٩', ['2031-02-09']],
    ['开票日期：２０３１年２月９日', ['2031-02-09']],
    ['9/2/31', ['2031-02-09', '2031-09-02']],
    ['2031/2/9', ['2031-02-09']],
    ['Kelt: 2031. 2. 9.', ['2031-02-09']],
    ['1 - 9.2.2031', ['2031-02-09']],
    ['Paris, le 1er janvier 2031', ['2031-01-01']],
    ['1 er janvier 2031', ['2031-01-01']],
    ['1ᵉʳ janvier 2031', ['2031-01-01']],
    ['12 juill. 2031', ['2031-07-12']],
    ['1. Mrz. 2031', ['2031-03-01']],
    ['1. Feber 2031', ['2031-02-01']],
    ['1 de marzo del 2031', ['2031-03-01']],
    ['1 de setiembre de 2031', ['2031-09-01']],
    ['1º de março de 2031', ['2031-03-01']],
    ['1o de março de 2031', ['2031-03-01']],
    ['1º marzo 2031', ['2031-03-01']],
    ['1 stycznia 2031 r.', ['2031-01-01']],
    ['9 lutego 2031', ['2031-02-09']],
    ['9 maja 2031', ['2031-05-09']],
    ['Warszawa, dnia 5 października 2031 r.', ['2031-10-05']],
    // In Croatian, it is October.
    ['5 listopada 2031', ['2031-10-05', '2031-11-05']],
    ['1 maart 2031', ['2031-03-01']],
    ['1 augustus 2031', ['2031-08-01']],
    ['5 Mayıs 2031', ['2031-05-05']],
    ['5 AĞUSTOS 2031', ['2031-08-05']],
    ['5 Kasım 2031', ['2031-11-05']],
    ['1 martie 2031', ['2031-03-01']],
    ['5 ianuarie 2031', ['2031-01-05']],
    ['1 augusti 2031', ['2031-08-01']],
    ['1. marts 2031', ['2031-03-01']],
    ['1. desember 2031', ['2031-12-01']],
    ['1st March 2031', ['2031-03-01']],
    ['1stMarch 2031', ['2031-03-01']],
    ['1 October 2031', ['2031-10-01']],
    ['March 1st, 2031', ['2031-03-01']],
    ['1\u00a0March\u00a02031', ['2031-03-01']],
    ['01.\u00a003.\u202f2031', ['2031-03-01']],
    ['Termin płatności: 5 maja 2031', null],
    ['Vervaldatum: 5 mei 2031', null],
    ['Son ödeme tarihi: 5 Mayıs 2031', null],
    ['Förfallodag 5 maj 2031', null],
    ['Data scadenței: 5 mai 2031', null],
    ['25/12/2031', ['2031-12-25']],
    ['12/25/2031', ['2031-12-25']],
    ['31.02.2031', null],
    ['Due date: 09/02/2031', null],
    ['Version 1.2.3', null],
    ['0071 4482', null],
  ])('reads the date of "%s"', (text, days) => {
    expect(findDates([lineOf(text)]).map((date) => date.days)).toEqual(days === null ? [] : [days]);
  });

  it.each([
    ['Warszawa, 12.02.2031', 'Na podstawie art. 7 ustawy z dnia 29 sierpnia 1997 r. Prawo bankowe'],
    ['İstanbul, 12.02.2031', 'Sözleşme tarihi: 03.02.2025'],
    ['İstanbul, 12.02.2031', 'Kanun, 24.03.2016 tarihli'],
    ['Facture du 12 février 2031', 'Contrat souscrit le 1er mars 2019'],
    ['Facture du 12 février 2031', 'Tarif en vigueur depuis le 1er août 2025'],
    ['Data wystawienia: 12.02.2031', 'Prosimy o zapłatę do dnia 05.03.2031'],
    ['Paris, le 12 février 2031', 'Prélevé le 1er mars 2031'],
  ])('reads the date of "%s", and takes that of "%s" for no date of the letter', (date, other) => {
    const dates = findDates([lineOf(date), lineOf(other)]);
    expect(dates[0]?.days).toContain('2031-02-12');
    expect(dates.slice(1).filter(({ isLabelled }) => isLabelled)).toEqual([]);
  });
});
