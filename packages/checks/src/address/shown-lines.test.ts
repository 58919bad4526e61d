import { addressDocumentKinds } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import type { TextLine } from '../file/page-text.ts';
import { judgeLetter } from './judge-letter.ts';
import { isWrittenOver, markHidden, markInkless } from './shown-lines.ts';

const line = (text: string, left: number, top: number, heightPx = 20): TextLine => ({
  text,
  confidence: 1,
  box: { left, top, widthPx: 10 * text.length, heightPx },
});

describe('hidden lines', () => {
  it.each<[isHidden: boolean, text: string, seen: readonly TextLine[]]>([
    [false, '42 Alder Grove', [line('42 Alder Grove', 100, 100)]],
    [false, '42 Alder Grove', [line('42 A1der Grove', 103, 95)]],
    [false, '11 Alder Grove', [line('1l Alder', 100, 100), line('Grove', 200, 100)]],
    [true, '42 Alder Grove', []],
    [true, '42 Alder Grove', [line('42 Alder Grove', 100, 300)]],
    [true, '42 Alder Grove', [line('7 Alder Grove', 100, 100)]],
    [true, 'Anna Maria Eriksson', [line('Bert Holm', 100, 100)]],
  ])('returns hidden = %j for %j if OCR reads %j', (isHidden, text, seen) => {
    expect(markHidden([line(text, 100, 100)], seen)[0]?.isHidden ?? false).toBe(isHidden);
  });

  it.each<[isHidden: boolean, ink: number, left: number]>([
    [false, 30, 10],
    [true, 250, 10],
    [true, 30, -500],
    [true, 30, 900],
  ])('returns hidden = %j for ink of %i at %i pixels', (isHidden, ink, left) => {
    const picture = { data: new Uint8Array(4 * 200 * 40).fill(255), width: 200, height: 40 };
    for (let x = 20; x < 80; x++) picture.data.fill(ink, 4 * (10 * 200 + x), 4 * (10 * 200 + x) + 3);
    expect(markInkless([line('42 Alder', left, 0)], picture)[0]?.isHidden ?? false).toBe(isHidden);
  });

  it.each<[isOver: boolean, TextLine, TextLine]>([
    [true, line('42 Alder Grove', 100, 100), line('7 Mill Lane', 102, 103)],
    [false, line('42 Alder Grove', 100, 100), line('42 Alder Grove', 101, 100)],
    [false, line('42 Alder Grove', 100, 100), line('York YO31 7QZ', 100, 126)],
    [false, line('42 Alder Grove', 100, 100), { ...line('7 Mill Lane', 102, 103), confidence: 0.95 }],
    [false, line('42 Alder Grove', 100, 100), line('COPY', 100, 60, 90)],
  ])('reports whether two lines are printed over each other: %j', (isOver, one, two) => {
    expect(isWrittenOver([one, two])).toBe(isOver);
  });

  it('sends a letter with a hidden recipient to REVIEW', () => {
    const page = [
      line('Northmoor Energy', 100, 40),
      line('Anna Maria Eriksson', 100, 150),
      line('42 Alder Grove', 100, 180),
      line('York YO31 7QZ', 100, 210),
    ].map((shown, index) => (index === 0 ? shown : { ...shown, isHidden: true }));
    const evaluation = judgeLetter([page], true, {
      accepts: addressDocumentKinds,
      maxAgeDays: 90,
      expected: { fullName: 'Anna Maria Eriksson', address: '42 Alder Grove, York YO31 7QZ' },
      now: Date.parse('2031-03-01T10:00:00Z'),
    });
    expect(evaluation).toMatchObject({
      outcomes: { fullAddressCheckResult: 'REVIEW', nameMatchCheckResult: 'REVIEW' },
      findings: expect.arrayContaining([
        { member: 'fullAddressCheckResult', code: 'TEXT_NOT_SHOWN', outcome: 'REVIEW' },
      ]),
    });
  });
});
