import { deflateSync } from 'node:zlib';
import { type PdfObject, writePdf } from '../letter/pdf-file.ts';

/** Small PDFs of one A4 page that cost a renderer endless time or memory. */
export const hostilePdfKinds = [
  'self-drawing-form',
  'mutually-drawing-forms',
  'nested-forms',
  'self-drawing-pattern',
  'tiling-patterns',
  'nested-soft-masks',
  'nested-groups',
  'drawing-glyphs',
  'self-drawing-annotation',
  'endless-drawing',
  'computed-shadings',
  'huge-pictures',
] as const;
export type HostilePdfKind = (typeof hostilePdfKinds)[number];

const pageBox = '[0 0 595 842]';

/** Content of one page, with its resources. */
interface HostilePage {
  readonly content: string;
  readonly resources?: string;
  /** Further entries of the page. */
  readonly entries?: string;
  /** Objects numbered from {@link firstMore}. */
  readonly more?: readonly PdfObject[];
}

/** Number of the first object after catalog, pages, page and content. */
const firstMore = 5;

/**
 * Creates a PDF of 1 to 400 kB: forms, patterns or annotations that draw themselves or each other, forms that draw forms (10^11
 * times), a page full of tiling patterns, nested soft masks and groups, glyphs that draw, millions of strokes, shadings with
 * their own functions, or pictures of 900 megapixels.
 *
 * @param variant - changes the bytes, for readers that identify a file by its digest.
 */
export function hostilePdf(kind: HostilePdfKind, variant = 0): Buffer {
  const { content, resources = '', entries = '', more = [] } = pages[kind]();
  return writePdf(
    [
      { value: '<< /Type /Catalog /Pages 2 0 R >>' },
      { value: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      {
        value: `<< /Type /Page /Parent 2 0 R /MediaBox ${pageBox} /Resources << ${resources} >> /Contents 4 0 R ${entries} >>`,
      },
      streamOf('', content),
      ...more,
    ],
    `/Variant ${variant}`,
  );
}

const pages: Readonly<Record<HostilePdfKind, () => HostilePage>> = {
  'self-drawing-form': () => ({
    content: '/X5 Do',
    resources: xObjects([5]),
    more: [form(`${smallMark} /X5 Do /X5 Do`, xObjects([5]))],
  }),
  'mutually-drawing-forms': () => ({
    content: '/X5 Do',
    resources: xObjects([5]),
    more: [
      form(`${smallMark} /X6 Do /X6 Do`, xObjects([6])),
      form(`${smallMark} /X7 Do /X7 Do`, xObjects([7])),
      form(`${smallMark} /X5 Do /X5 Do`, xObjects([5])),
    ],
  }),
  'nested-forms': () => {
    const depth = 11;
    const more = range(depth).map((index) => {
      const next = firstMore + index + 1;
      return form(`/X${next} Do `.repeat(10), xObjects([next]));
    });
    return { content: '/X5 Do', resources: xObjects([5]), more: [...more, form(smallMark, '')] };
  },
  'self-drawing-pattern': () => ({
    content: '/Pattern cs /P5 scn 0 0 595 842 re f',
    resources: patterns([5]),
    more: [pattern('/Pattern cs /P5 scn 0 0 3 3 re f', patterns([5]), 4)],
  }),
  'tiling-patterns': () => {
    const count = 20;
    const numbers = range(count).map((index) => firstMore + index);
    const content = range(600)
      .map((index) => `/Pattern cs /P${firstMore + (index % count)} scn 0 0 595 842 re f`)
      .join('\n');
    const more = numbers.map((number) =>
      pattern(`0.${number % 10} 0.5 0.5 rg 0 0 595 842 re f`, '', 2876, pageBox),
    );
    return { content, resources: patterns(numbers), more };
  },
  'nested-soft-masks': () => {
    const depth = 200;
    const more = range(depth).flatMap((index) => {
      const [state, group] = [firstMore + 2 * index, firstMore + 2 * index + 1];
      const isLast = index === depth - 1;
      return [
        { value: `<< /Type /ExtGState /SMask << /S /Luminosity /G ${group} 0 R >> >>` },
        form(
          isLast ? '1 g 0 0 595 842 re f' : `/G${state + 2} gs 1 g 0 0 595 842 re f`,
          isLast ? '' : states([state + 2]),
          transparency,
        ),
      ];
    });
    return { content: '/G5 gs 1 g 0 0 595 842 re f', resources: states([5]), more };
  },
  'nested-groups': () => {
    const depth = 400;
    const more = range(depth).map((index) => {
      const next = firstMore + index + 1;
      return index === depth - 1
        ? form('0 0 595 842 re f', '', transparency)
        : form(`0.5 g 0 0 595 842 re f /S gs /X${next} Do`, `${xObjects([next])} ${faint}`, transparency);
    });
    return { content: '/S gs /X5 Do', resources: `${xObjects([5])} ${faint}`, more };
  },
  'drawing-glyphs': () => ({
    content: `BT /T 1 Tf ${`(${'a'.repeat(200)}) Tj `.repeat(500)} ET`,
    resources: '/Font << /T 5 0 R >>',
    more: [
      {
        value: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1] /CharProcs << /a 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /Resources << ${xObjects([7])} >> >>`,
      },
      streamOf('', `1000 0 d0 ${'/X7 Do '.repeat(100)}`),
      form(`${smallMark} `.repeat(100), ''),
    ],
  }),
  'self-drawing-annotation': () => ({
    content: smallMark,
    entries: '/Annots [5 0 R]',
    more: [
      { value: `<< /Type /Annot /Subtype /Stamp /F 4 /Rect ${pageBox} /AP << /N 6 0 R >> >>` },
      form(`${smallMark} /X6 Do /X6 Do`, xObjects([6])),
    ],
  }),
  'endless-drawing': () => ({
    content: '0 0 m 595 842 l 595 0 l 0 842 l h B*\n'.repeat(1_000_000),
  }),
  'computed-shadings': () => ({
    content: '/Sh5 sh\n'.repeat(3000),
    resources: '/Shading << /Sh5 5 0 R >>',
    more: [
      {
        value:
          '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 595 0 842] /Function [6 0 R 6 0 R 6 0 R] >>',
      },
      streamOf(
        '/FunctionType 4 /Domain [0 595 0 842] /Range [0 1]',
        `{ ${'2 copy mul sin exch cos add '.repeat(50)} pop 360 div sin abs }`,
      ),
    ],
  }),
  'huge-pictures': () => {
    const side = 30_000;
    const count = 50;
    return {
      content: range(count)
        .map(() => 'q 595 0 0 842 0 0 cm /X5 Do Q')
        .join('\n'),
      resources: xObjects([5]),
      more: [
        streamOf(
          `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1`,
          Buffer.alloc((side / 8) * side),
        ),
      ],
    };
  },
};

const smallMark = '0 0 1 1 re f';
const transparency = '/Group << /S /Transparency /I true /CS /DeviceGray >>';
const faint = '/ExtGState << /S << /ca 0.5 /BM /Multiply >> >>';

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

const named = (kind: string, letter: string) => (numbers: readonly number[]) =>
  `/${kind} << ${numbers.map((number) => `/${letter}${number} ${number} 0 R`).join(' ')} >>`;
const xObjects = named('XObject', 'X');
const patterns = named('Pattern', 'P');
const states = named('ExtGState', 'G');

function form(content: string, resources: string, entries = ''): PdfObject {
  return streamOf(
    `/Type /XObject /Subtype /Form /BBox ${pageBox} /Resources << ${resources} >> ${entries}`,
    content,
  );
}

function pattern(content: string, resources: string, step: number, box = `[0 0 ${step} ${step}]`): PdfObject {
  return streamOf(
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox ${box} /XStep ${step} /YStep ${step} /Resources << ${resources} >>`,
    content,
  );
}

function streamOf(entries: string, content: string | Buffer): PdfObject {
  const stream = deflateSync(content, { level: 9 });
  return { value: `<< ${entries} /Filter /FlateDecode /Length ${stream.length} >>`, stream };
}
