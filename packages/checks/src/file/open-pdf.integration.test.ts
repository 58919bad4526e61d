import { writePdf } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { openPdf } from './open-pdf.ts';

/** Creates a PDF with one page, of 200 × 200 points unless `entries` define another size. */
function pdfOf(drawing: string, entries = '/MediaBox [0 0 200 200]'): Buffer {
  const stream = Buffer.from(drawing);
  return writePdf([
    { value: '<< /Type /Catalog /Pages 2 0 R >>' },
    { value: '<< /Type /Pages /Kids [5 0 R] /Count 1 >>' },
    { value: `<< /Length ${stream.length} >>`, stream },
    { value: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
    {
      value: `<< /Type /Page /Parent 2 0 R ${entries} /Resources << /Font << /F 4 0 R >> >> /Contents 3 0 R >>`,
    },
  ]);
}
const line = (words: string, x: number, y: number) => `BT /F 10 Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj ET `;

async function open(file: Buffer) {
  const opened = await openPdf(file);
  if (opened.kind === 'refused') throw new Error(opened.refusal);
  return opened.pages[0]!;
}

describe('text layer of a page', () => {
  it('reads text in lines, split between columns', async () => {
    const drawing = [line('12.30 EUR', 100, 150), line('Amount', 10, 150), line('Tax (a) ', 10, 130)].join(
      '',
    );
    const { text } = await open(pdfOf(drawing.replace('(a)', '\\(a\\)')));
    expect(text.map((found) => found.text)).toEqual(['Amount', '12.30 EUR', 'Tax (a)']);
  });

  it.each([
    ['unchanged', '/MediaBox [0 0 200 200]', line('Upper', 20, 150), [220, 440]],
    ['cropped', '/MediaBox [0 0 400 400] /CropBox [100 100 300 300]', line('Upper', 120, 250), [220, 440]],
    [
      'rotated',
      '/MediaBox [0 0 200 200] /Rotate 90',
      'BT /F 10 Tf 0 1 -1 0 50 20 Tm (Upper) Tj ET',
      [220, 440],
    ],
  ])('places text where it is rendered on a page shown %s', async (_, entries, drawing, [left, top]) => {
    const { text, widthPx } = await open(pdfOf(drawing, entries));
    expect(widthPx).toBe(2200);
    const [found] = text;
    expect(found!.text).toBe('Upper');
    expect(found!.box.left).toBeCloseTo(left!, -1);
    expect(found!.box.top).toBeCloseTo(top!, -1);
    expect(found!.box.heightPx).toBeCloseTo(110, -1);
  });
});
