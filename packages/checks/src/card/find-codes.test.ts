import { describe, expect, it } from 'vitest';
import type { OcrLine } from '../ocr/ocr-engine.ts';
import { findCodes } from './find-codes.ts';

/** Creates a line of words, twenty high, each ten pixels per character wide and ten apart. */
function line(text: string, left = 600, top = 550, confidence = 0.9): OcrLine {
  let x = left;
  const words = text.split(' ').map((word) => {
    const box = { left: x, top, widthPx: 10 * word.length, heightPx: 20 };
    x += box.widthPx + 10;
    return { text: word, confidence, box };
  });
  return { words, block: 1, box: { left, top, widthPx: x - 10 - left, heightPx: 20 } };
}
const find = (...lines: OcrLine[]) => findCodes([lines]);

describe('the security code of a card', () => {
  it.each(['738', '7381', 'CVC738', 'CVC 738', '73 8', '7 3 8', '(738)', 'I38', '738 07/34', '07/34 738'])(
    'finds the security code in %s',
    (text) => {
      expect(find(line(text))).toMatchObject({ boxes: [{ top: 540, bottom: 580 }], isCertain: true });
    },
  );

  it('returns a box with a margin around the code, without the date beside it', () => {
    expect(find(line('07/34 738')).boxes).toEqual([{ left: 650, right: 700, top: 540, bottom: 580 }]);
  });

  it.each(['07/34', 'THRU 07/34', '07/2034', 'ANNA MARIA ERIKSSON', 'N1lRJ0', '5'])(
    'finds no code in %s',
    (text) => {
      expect(find(line(text))).toEqual({ boxes: [], isCertain: true });
    },
  );

  it('ignores an edge that is lower than any print', () => {
    const edge = line('502');
    const words = edge.words.map((word) => ({ ...word, confidence: 0.2, box: { ...word.box, heightPx: 2 } }));
    expect(find({ ...edge, words })).toEqual({ boxes: [], isCertain: true });
  });

  it('ignores a date that another reading misreads', () => {
    expect(findCodes([[line('07/34')], [line('S037', 605, 552, 0.1)]])).toEqual({
      boxes: [],
      isCertain: true,
    });
  });

  it('finds a code that one reading merges with a date read by another', () => {
    expect(findCodes([[line('07/34')], [line('07/34738')]]).boxes).toHaveLength(1);
  });

  it('finds a code beside a date whose box covers it in another reading', () => {
    const { words, ...rest } = line('07/34');
    const wide = { ...rest, words: words.map((word) => ({ ...word, box: { ...word.box, widthPx: 180 } })) };
    expect(findCodes([[line('738', 700)], [wide]])).toMatchObject({ boxes: [{}], isCertain: true });
  });

  it('finds a code by any reading, with certainty only if one is confident', { tags: ['S1-13'] }, () => {
    const unsure = line('738', 600, 550, 0.4);
    expect(findCodes([[], [line('738')]])).toMatchObject({ boxes: [{}], isCertain: true });
    const misread = line('739', 605, 550, 0.4);
    expect(findCodes([[line('738')], [unsure]])).toMatchObject({ boxes: [{}], isCertain: true });
    expect(findCodes([[line('738')], [misread]])).toMatchObject({ boxes: [{}, {}], isCertain: true });
    expect(findCodes([[], [unsure]]).isCertain).toBe(false);
    expect(findCodes([[line('738', 600, 100)], [unsure]]).isCertain).toBe(false);
  });

  it('accepts a code that another reading has in a box too wide, alone or with the date', () => {
    const [date, code] = [line('07/34', 600), line('738', 660)];
    const wide = (text: string, left: number, right: number): OcrLine => {
      const box = { left, top: 530, widthPx: right - left, heightPx: 60 };
      return { words: [{ text, confidence: 0.2, box }], block: 1, box };
    };
    const clear = { boxes: [{ left: 650, right: 700, top: 540, bottom: 580 }], isCertain: true };
    const two = (one: OcrLine, next: OcrLine) => ({ ...one, words: [...one.words, ...next.words] });
    expect(findCodes([[date, code], [wide('738', 610, 695)]])).toEqual(clear);
    expect(findCodes([[date, code], [two(line('107/34', 595, 550, 0.3), wide('738', 652, 695))]])).toEqual(
      clear,
    );
    // Other digits, the same digits elsewhere, and further digits beside them.
    expect(findCodes([[date, code], [wide('739', 610, 695)]]).isCertain).toBe(false);
    expect(findCodes([[date, code], [wide('738', 690, 775)]]).isCertain).toBe(false);
    expect(findCodes([[date, code], [two(wide('738', 610, 695), line('41', 700, 550, 0.3))]])).toMatchObject({
      boxes: [clear.boxes[0], { left: 690 }],
      isCertain: false,
    });
  });
});
