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

  it.each([
    ['on the last day of its month', '2031-03-31T22:00Z', 'PASS'],
    ['while that day has not ended everywhere', '2031-04-01T05:00Z', 'PASS'],
    ['after that day has ended everywhere', '2031-04-01T13:00Z', 'FAIL'],
  ])('judges the expiry of a card %s', { tags: ['DRUN-88'] }, (_, at, outcome) => {
    const evaluation = judge({ expiry: '2031-03' }, { now: Date.parse(at) });
    expect(evaluation).toMatchObject({ outcomes: { expiryCheckResult: outcome } });
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

  it.each([
    ['REVIEW', 'a name cut after 26 characters', 'VENKATARAGHAVAN CHANDRASEK'],
    ['REVIEW', 'a name cut after 20 characters', 'VENKATARAGHAVAN CHAN'],
    ['PASS', 'a whole name', 'VENKATARAGHAVAN CHANDRASEKARAN'],
    ['FAIL', 'a shorter name that begins the same', 'VENKATARAGHAVAN CHA'],
    ['FAIL', 'another long name', 'VENKATARAGHAVAN SUBRAMANIAN'],
    ['FAIL', 'another name', 'PETER LUND'],
  ])(
    'returns %s for %s on a card that is too short for the expected one',
    {
      tags: ['DRUN-89'],
    },
    (outcome, _, text) => {
      const names = [{ text, confidence: 0.95, isBelowNumber: true }];
      const byText = judge({ names }, { expectedName: 'Venkataraghavan Chandrasekaran' });
      expect(byText).toMatchObject({ outcomes: { nameMatchCheckResult: outcome } });
      const byDocument = judge(
        { names },
        { expectedName: { givenNames: 'VENKATARAGHAVAN', surname: 'CHANDRASEKARAN', isCut: false } },
      );
      expect(byDocument).toMatchObject({ outcomes: { nameMatchCheckResult: outcome } });
    },
  );

  it('does not decline a card whose name was read badly or not at all', () => {
    const names = [{ text: 'ANMA MARTA', confidence: 0.4, isBelowNumber: true }];
    for (const changes of [{ names }, { names: [] }])
      expect(judge(changes, { expectedName: 'John Smith' })).toMatchObject({
        outcomes: { nameMatchCheckResult: 'REVIEW' },
        findings: [{ code: 'NAME_NOT_READ' }],
      });
  });

  describe('with different numbers on its sides', () => {
    const own = { ...number, bin: '555555', lastFour: '4444', brand: 'MASTERCARD' } as const;
    const foreign = reading({ names: [], expiry: null, isExpiryCertain: false });
    const both = (back: Partial<CardReading>, front = foreign) =>
      judge({}, { readings: [front, reading(back)], expectedName: 'Anna Maria Eriksson' });

    it.each([
      ['the first digits', { ...number, bin: '411112' }],
      ['the last digits', { ...number, lastFour: '1112' }],
      ['all digits', own],
      ['covered digits', { ...own, check: 'covered' as const }],
    ])('sends a card to REVIEW if %s differ, and ignores expiry and names of that side', (_, other) => {
      expect(both({ number: other })).toMatchObject({
        outcomes: {
          numberCheckResult: 'REVIEW',
          expiryCheckResult: 'NOT_PERFORMED',
          nameMatchCheckResult: 'REVIEW',
        },
        bin: '411111',
        findings: [
          { code: 'CARD_SIDES_DIFFER' },
          { code: 'CARD_EXPIRY_NOT_READ' },
          { code: 'NAME_NOT_READ' },
        ],
      });
    });

    it.each([
      ['the same number', { number }],
      ['the same number with covered digits', { number: { ...number, check: 'covered' as const } }],
      ['no number', { number: null }],
    ])('takes expiry and names from a side with %s', (_, back) => {
      expect(both(back)).toMatchObject({
        outcomes: { numberCheckResult: 'PASS', expiryCheckResult: 'PASS', nameMatchCheckResult: 'PASS' },
        findings: [],
      });
    });

    it.each([
      ['another name below its number', 'PETER LUND', 0.95, true, 'REVIEW'],
      ['another name that was read badly', 'PETER LUND', 0.6, true, 'PASS'],
      ['other words above its number', 'NORTHWIND EXAMPLE', 0.95, false, 'PASS'],
      ['the same name below its number', 'ANNA ERIKSSON', 0.95, true, 'PASS'],
    ])('takes the name from a side without a number: %s', (_, text, confidence, isBelowNumber, outcome) => {
      const front = { ...foreign, names: [{ text, confidence, isBelowNumber }] };
      const evaluation = both({ number: null }, front);
      expect(evaluation).toMatchObject({ outcomes: { nameMatchCheckResult: outcome } });
      const codes = evaluation.kind === 'evaluated' && evaluation.findings.map(({ code }) => code);
      expect(codes).toEqual(outcome === 'REVIEW' ? ['CARD_SIDES_DIFFER'] : []);
    });

    it('takes the name from a side with the same number, whatever the other side has', () => {
      const names = [{ text: 'NORTHWIND EXAMPLE', confidence: 0.95, isBelowNumber: true }];
      expect(both({ number }, { ...foreign, names })).toMatchObject({
        outcomes: { nameMatchCheckResult: 'PASS' },
      });
    });

    it('declines an invalid number, whatever the other side has', () => {
      const front = { ...foreign, number: { ...number, check: 'wrong' as const } };
      expect(both({ number: own }, front)).toMatchObject({ outcomes: { numberCheckResult: 'FAIL' } });
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
