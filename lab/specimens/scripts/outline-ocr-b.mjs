/**
 * Writes the glyph outlines of OCR-B as TypeScript data, so that they can be drawn without an installed font.
 *
 *     node lab/specimens/scripts/outline-ocr-b.mjs [font folder]
 *
 * Run it by hand, only to change the outlines. The folder defaults to that of Debian's `fonts-ocr-b`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import opentype from 'opentype.js';

const fontFolder = process.argv[2] ?? '/usr/share/fonts/opentype/ocr-b';
const outputFolder = new URL('../src/ocr-b/', import.meta.url);
const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** Negates y, because it points up in fonts and down in pictures. */
function pathData(commands) {
  const pair = (x, y) => `${Math.round(x)} ${Math.round(-y) + 0}`;
  return commands
    .map((command) => {
      switch (command.type) {
        case 'M':
        case 'L':
          return `${command.type}${pair(command.x, command.y)}`;
        case 'C':
          return `C${pair(command.x1, command.y1)} ${pair(command.x2, command.y2)} ${pair(command.x, command.y)}`;
        case 'Z':
          return 'Z';
        default:
          throw new Error(`Unexpected path command ${command.type}`);
      }
    })
    .join('');
}

function outline(cut) {
  const bytes = readFileSync(join(fontFolder, `${cut}.otf`));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (font.unitsPerEm !== 1000) throw new Error(`${cut} has ${font.unitsPerEm} units per em, not 1000`);

  const entries = PRINTABLE_ASCII.map((char) => {
    const glyph = font.charToGlyph(char);
    if (glyph.index === 0) throw new Error(`${cut} has no glyph for ${JSON.stringify(char)}`);
    if (glyph.advanceWidth !== 723) throw new Error(`${cut} is not monospaced at ${JSON.stringify(char)}`);
    return `  ${JSON.stringify(char)}: ${JSON.stringify(pathData(glyph.path.commands))},`;
  });
  const name = cut.toLowerCase();
  const source = [
    `/** Outlines of ${cut}, written by \`scripts/outline-ocr-b.mjs\`. Source, authors and licence: \`README.md\` beside this file. */`,
    `export const ${name}Outlines: Readonly<Record<string, string>> = {`,
    ...entries,
    '};',
    '',
  ].join('\n');
  writeFileSync(new URL(`${name}-outlines.ts`, outputFolder), source);
}

outline('OCRB');
outline('OCRBS');
