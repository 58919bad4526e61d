import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFontFaces } from './font-faces.ts';

const file = 'https://fonts.gstatic.com/s/inter/v20/UcC73FwrK3iLTeHuS_nVMrMxCp50SjIa1ZL7W0Q5nw.woff2';
const face = (parts: string) => `@font-face {\n  font-family: 'Inter';\n  ${parts}\n}\n`;

/** Reply of Google Fonts for a family in two character ranges, the second with all weights in one file. */
const sheet = `/* cyrillic */
@font-face {
  font-family: 'Inter';
  font-style: normal;
  font-weight: 400;
  font-display: swap;
  src: url(${file}?cyrillic) format('woff2');
  unicode-range: U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116;
}
/* latin */
@font-face {
  font-family: 'Inter';
  font-style: oblique 0deg 10deg;
  font-weight: 100 900;
  font-stretch: 100%;
  src: url(${file}) format('woff2');
  unicode-range: U+0000-00FF, U+0131, U+4??;
}
`;

it('reads family, file, style, weight and characters of each face', () => {
  expect(parseFontFaces(sheet)).toEqual([
    {
      family: 'Inter',
      url: `${file}?cyrillic`,
      descriptors: {
        style: 'normal',
        weight: '400',
        unicodeRange: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
      },
    },
    {
      family: 'Inter',
      url: file,
      descriptors: {
        style: 'oblique 0deg 10deg',
        weight: '100 900',
        unicodeRange: 'U+0000-00FF, U+0131, U+4??',
      },
    },
  ]);
});

it('accepts quoted addresses and outdated syntax', () => {
  const old = `@font-face{font-family:Open Sans;src:local('Open Sans'),url("${file}")format("woff2")}`;
  expect(parseFontFaces(old)).toEqual([{ family: 'Open Sans', url: file, descriptors: {} }]);
});

describe('an ignored face', () => {
  it.each([
    ['without a file', face('font-weight: 400')],
    ['from another host', face('src: url(https://evil.example/x.woff2)')],
    ['from a host that begins alike', face('src: url(https://fonts.gstatic.com.evil.example/x.woff2)')],
    ['from a style sheet', face('src: url(https://fonts.googleapis.com/css2)')],
    ['over http', face('src: url(http://fonts.gstatic.com/x.woff2)')],
    ['of data', face('src: url(data:font/woff2;base64,AAAA)')],
    ['with a user name', face('src: url(https://a@fonts.gstatic.com/x.woff2)')],
    ['with an address that escapes', face(`src: url("${file}?\\") format("woff2")`)],
    ['with odd characters', face(`src: url(${file}); unicode-range: U+0; }`.replace('U+0;', 'U+0, *'))],
    ['with an odd weight', face(`src: url(${file}); font-weight: var(--x)`)],
    ['with an odd style', face(`src: url(${file}); font-style: oblique 10turn`)],
    ['without a family', `@font-face { src: url(${file}) }`],
    ['that is not closed', `@font-face { font-family: Inter; src: url(${file})`],
    ['that is a rule of another kind', `.x { font-family: Inter; src: url(${file}) }`],
  ])('ignores a face %s', (_, css) => {
    expect(parseFontFaces(css)).toEqual([]);
  });
});

it('returns only checked Google font files, whatever a style sheet contains', () => {
  const piece = fc.constantFrom(
    sheet,
    '@font-face',
    '{',
    '}',
    ';',
    ':',
    'src',
    'url(',
    ')',
    file,
    '"',
    '/*',
    '\\',
  );
  const css = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(css, (text) => {
      for (const { url, descriptors } of parseFontFaces(text)) {
        expect(url).toMatch(/^https:\/\/fonts\.gstatic\.com\/[^"\\\s]*$/);
        expect(Object.values(descriptors).join()).toMatch(/^[\w+?, -]*$/);
      }
    }),
  );
});

it('reads many faces, up to a limit', () => {
  expect(parseFontFaces(sheet.repeat(3_000))).toHaveLength(2_000);
  expect(parseFontFaces('@font-face{'.repeat(90_000))).toEqual([]);
});
