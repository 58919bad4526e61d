import { describe, expect, it } from 'vitest';
import type { OcrLine } from '../ocr/ocr-engine.ts';
import { readCardPrint } from './read-print.ts';

const NUMBER_BOTTOM = 500;

/** Creates a line of print below the number. */
function line(text: string): OcrLine {
  const box = { left: 100, top: 600, widthPx: 400, heightPx: 30 };
  return { words: text.split(' ').map((word) => ({ text: word, confidence: 0.9, box })), block: 1, box };
}
const namesIn = (...texts: string[]) =>
  readCardPrint([texts.map(line)], NUMBER_BOTTOM).names.map(({ text }) => text);

describe('readCardPrint', () => {
  it.each([
    'ANNA MARIA ERIKSSON',
    'Anna Maria Eriksson',
    'Jan van der Berg',
    'JAN VAN DER BERG',
    "Sinéad O'Brien",
    'Anna-Maria Müller',
    'A. M. Eriksson',
    'Sarah Gold',
    'TROY MILLER',
    'Han Solo',
    'MILES DAVIS',
    'Thomas More',
    'MILES GREEN',
    'Miles White',
    'Sky Black',
    'Miles Student',
    'Peter McDonald',
  ])('reads %s as a name', (text) => expect(namesIn(text)).toEqual([text]));

  it.each([
    'VALID THRU',
    'Valid Thru',
    'GOOD THRU',
    'VALID FROM',
    'MONTH YEAR',
    'ELECTRONIC USE ONLY',
    'AUTHORIZED SIGNATURE',
    'AUTHORISED SIGNATURE NOT VALID UNLESS SIGNED',
    'MEMBER SINCE',
    'Mitglied seit',
    'GÜLTIG BIS',
    'Expire Fin',
    'MEMBRE DEPUIS',
    'VÁLIDA HASTA',
    'Válido Até',
    'FIRMA AUTORIZADA',
    'FIRMA AUTORIZZATA',
    'CARTE BANCAIRE',
    'Carta di Credito',
    'TARJETA DE DÉBITO',
    'CARTÃO MULTIPLO',
    'UnionPay Debit',
    'AMERICAN EXPRESS',
    'Visa Infinite',
    'WORLD ELITE',
    'World Mastercard',
    'SPECIMEN BANK',
    'Banco Ejemplo',
    'PLATINUM BUSINESS',
    'FREQUENT TRAVELLER',
    'World Traveler',
    'MILES AND MORE',
    'SKY MILES',
    'SkyMiles Gold',
    'BONUS MILES',
    'GOLD REWARD',
    'NORTHWIND AIRLINES',
    'Ab Cd',
    'ERIKSSON',
    'visa debit',
    'tap to pay',
  ])('does not read %s as a name', (text) => expect(namesIn(text)).toEqual([]));

  it('drops a fragment next to a name', () => {
    expect(namesIn('Anna Eriksson e')).toEqual(['Anna Eriksson']);
    expect(namesIn('ANNA ERIKSSON ~')).toEqual(['ANNA ERIKSSON']);
  });

  it('finds the name among the card’s own words', () => {
    expect(namesIn('SPECIMEN BANK', 'VALID THRU 07/34', 'Anna Eriksson', 'ELECTRONIC USE ONLY')).toEqual([
      'Anna Eriksson',
    ]);
  });

  it.each([
    ['UnionPay', ['UNIONPAY']],
    ['Union Pay', ['UNIONPAY']],
    ['VISA', ['VISA']],
    ['VISA UnionPay', ['UNIONPAY', 'VISA']],
    ['VISAGE', []],
  ])('finds the marks in %s', (text, marks) => {
    expect(readCardPrint([[line(text)]], NUMBER_BOTTOM).marks).toEqual(marks);
  });
});
