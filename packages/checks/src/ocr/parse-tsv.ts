import type { OcrLine, OcrWord, TextBox } from './ocr-engine.ts';

/** Columns of the engine's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const wordLevel = '5';

/** Parses Tesseract's TSV output, with one row for each block, paragraph, line and word. */
export function parseTsv(tsv: string): OcrLine[] {
  const lines = new Map<string, { block: number; words: OcrWord[] }>();
  for (const row of tsv.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text] =
      row.split('\t');
    if (level !== wordLevel || text === undefined || text.trim() === '') continue;
    const box = { left: Number(left), top: Number(top), widthPx: Number(width), heightPx: Number(height) };
    const word = { text: text.trim(), confidence: Math.max(0, Number(confidence)) / 100, box };
    const place = [page, block, paragraph, line].join('/');
    const known = lines.get(place);
    if (known) known.words.push(word);
    else lines.set(place, { block: Number(block), words: [word] });
  }
  return [...lines.values()].map(({ block, words }) => ({ block, words, box: boundingBox(words) }));
}

function boundingBox(words: readonly OcrWord[]): TextBox {
  const left = Math.min(...words.map(({ box }) => box.left));
  const top = Math.min(...words.map(({ box }) => box.top));
  const right = Math.max(...words.map(({ box }) => box.left + box.widthPx));
  const bottom = Math.max(...words.map(({ box }) => box.top + box.heightPx));
  return { left, top, widthPx: right - left, heightPx: bottom - top };
}
