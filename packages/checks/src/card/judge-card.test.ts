import { describe, expect, it } from 'vitest';
import type { CardReading } from './card-reading.ts';
import { type CardTask, judgeCard } from './judge-card.ts';

const now = Date.parse('2031-03-31T22:00:00Z');
const number = { bin: '411111', lastFour: '1111', brand: 'VISA', check: 'right' } as const;

function reading(changes: Partial<CardReading> = {}): CardReading {
  return {
    number,
    expiry: '2034-03',
    isExpiryCertain: true,
    names: [
      { text: 'SPECIMEN BANK', confidence: 0.96, isBelowNumber: false },
      { text: 'ANNA MARIA ERIKSSON', confidence: 0.95, isBelowNumber: true },
    ],
    reasons: [],
    ...changes,
  };
}

const judge = (changes: Partial<CardReading> = {}, task: Partial<CardTask> = {}) =>
  judgeCard({ readings: [reading(changes)], expectedName: null, now, ...task });

describe('judgeCard', () => {
  it('extracts what was read, and returns NOT_PERFORMED for the rest', {
    tags: ['DRUN-85', 'DRUN-86', 'DRUN-87'],
  }, () => {
    expect(judge()).toEqual({
      kind: 'evaluated',
      outcomes: {
        numberCheckResult: 'PASS',
        expiryCheckResult: 'PASS',
        nameMatchCheckResult: 'NOT_PERFORMED',
      },
      brand: 'VISA',
      bin: '411111',
      lastFour: '1111',
      findings: [],
    });
  });

  it.each<[string, Partial<CardReading>, string, string]>([
    ['CARD_NUMBER_INVALID', { number: { ...number, check: 'wrong' } }, 'numberCheckResult', 'FAIL'],
    [
      'CARD_NUMBER_COVERED',
      { number: { ...number, check: 'covered' } },
      'numberCheckResult',
      'NOT_PERFORMED',
    ],
    ['CARD_BRAND_UNKNOWN', { number: { ...number, brand: null } }, 'numberCheckResult', 'REVIEW'],
    ['CARD_EXPIRED', { expiry: '2031-02' }, 'expiryCheckResult', 'FAIL'],
    ['CARD_EXPIRY_NOT_READ', { expiry: null }, 'expiryCheckResult', 'NOT_PERFORMED'],
    ['CARD_EXPIRY_UNCERTAIN', { isExpiryCertain: false }, 'expiryCheckResult', 'REVIEW'],
    ['CARD_EXPIRY_IMPLAUSIBLE', { expiry: '2052-01' }, 'expiryCheckResult', 'REVIEW'],
  ])('reports %s', { tags: ['DRUN-84', 'DRUN-88'] }, (code, changes, member, outcome) => {
    expect(judge(changes)).toMatchObject({ outcomes: { [member]: outcome }, findings: [{ member, code }] });
  });

  it.each([
    ['PASS', 'ANNA MARIA ERIKSSON', 'the rest of a truncated name', 'ANNA MAR', 'ERIKSSON'],
    ['PASS', 'ANNA ERIKSSON', 'less than the truncated name', 'ANNA MAR', 'ERIKSSON'],
    ['REVIEW', 'ANNA LUISE ERIKSSON', 'another word instead of the rest', 'ANNA MAR', 'ERIKSSON'],
    ['FAIL', 'PETER LUND', 'another name than the truncated one', 'ANNA MAR', 'ERIKSSON'],
  ])('returns %s for %s: %s', (outcome, text, _, givenNames, surname) => {
    const names = [{ text, confidence: 0.95, isBelowNumber: true }];
    const expectedName = { givenNames, surname, isCut: true };
    expect(judge({ names }, { expectedName })).toMatchObject({ outcomes: { nameMatchCheckResult: outcome } });
  });

  it('accepts a card through the last day of its month', { tags: ['DRUN-88'] }, () => {
    expect(judge({ expiry: '2031-03' })).toMatchObject({ outcomes: { expiryCheckResult: 'PASS' } });
  });

  it.each([
    ['Anna Maria Eriksson', 'PASS'],
    ['Eriksson Anna', 'PASS'],
    ['Anna Maria Erikson', 'REVIEW'],
    ['John Smith', 'FAIL'],
    ['Анна', 'REVIEW'],
  ])('compares the name %s: %s', { tags: ['DRUN-89'] }, (expectedName, outcome) => {
    expect(judge({}, { expectedName })).toMatchObject({ outcomes: { nameMatchCheckResult: outcome } });
  });

  it('does not decline a card whose name was read badly or not at all', () => {
    const names = [{ text: 'ANMA MARTA', confidence: 0.4, isBelowNumber: true }];
    for (const changes of [{ names }, { names: [] }])
      expect(judge(changes, { expectedName: 'John Smith' })).toMatchObject({
        outcomes: { nameMatchCheckResult: 'REVIEW' },
        findings: [{ code: 'NAME_NOT_READ' }],
      });
  });

  it('takes the number from either side, and asks for a retry if neither has one', () => {
    const front = reading({ number: null, reasons: ['CARD_NUMBER_NOT_FOUND'] });
    expect(judge({}, { readings: [front, reading()] })).toMatchObject({ bin: '411111' });
    expect(judge({}, { readings: [front, { ...front, reasons: ['IMAGE_BLURRED'] }] })).toEqual({
      kind: 'retry',
      reasons: ['CARD_NUMBER_NOT_FOUND', 'IMAGE_BLURRED'],
    });
  });
});
