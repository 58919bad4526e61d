import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { addressLetter, encodeJpeg, renderLetter } from '@vendor/specimens';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeImage } from '../src/image/decode-image.ts';
import { ocrLanguages } from '../src/ocr/ocr-engine.ts';
import { openOcrEngine } from '../src/ocr/open-ocr-engine.ts';

const now = new Date('2031-03-01T10:00:00Z');

async function sheetIn(language: (typeof ocrLanguages)[number]) {
  const letter = addressLetter(language, now);
  const { picture } = await renderLetter(letter);
  const decoded = await decodeImage(await encodeJpeg(picture));
  if (decoded.kind !== 'decoded') throw new Error('The picture of the letter cannot be decoded.');
  return { letter, image: decoded.image };
}

/** Returns the share of a letter's words that were read without any error. */
function shareRead(expected: readonly string[], read: string): number {
  const words = expected.flatMap((line) => line.split(' '));
  return words.filter((word) => read.includes(word)).length / words.length;
}

afterEach(() => vi.restoreAllMocks());

describe('OCR engine', () => {
  it.each(ocrLanguages)('reads a letter in "%s" including accents', async (language) => {
    const { letter, image } = await sheetIn(language);
    const lines = await (await openOcrEngine()).read(image, { language });
    const text = lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
    expect(text).toContain(letter.name);
    expect(shareRead([...letter.address, letter.dateText, ...letter.paragraphs], text)).toBeGreaterThan(0.98);
  });

  it('loads everything it needs from disk', async () => {
    const reached: string[] = [];
    const refuse = (name: string) => () => {
      reached.push(name);
      throw new Error(`${name} was called.`);
    };
    vi.spyOn(globalThis, 'fetch').mockImplementation(refuse('fetch'));
    vi.spyOn(http, 'request').mockImplementation(refuse('http'));
    vi.spyOn(https, 'request').mockImplementation(refuse('https'));
    vi.spyOn(net, 'connect').mockImplementation(refuse('net'));
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse('socket'));
    vi.spyOn(dns, 'lookup').mockImplementation(refuse('dns') as never);
    vi.resetModules();
    const fresh = await import('../src/ocr/open-ocr-engine.ts');
    const { letter, image } = await sheetIn('en');
    const lines = await (await fresh.openOcrEngine()).read(image, { language: 'en' });
    expect(lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ')).toContain(letter.name);
    expect(reached).toEqual([]);
  });

  it('reads nothing without print, and only the allowed characters', async () => {
    const engine = await openOcrEngine();
    const blank = { data: new Uint8Array(4 * 200 * 100).fill(255), width: 200, height: 100 };
    expect(await engine.read(blank, { language: 'en' })).toEqual([]);
    expect(await engine.read({ data: new Uint8Array(4), width: 1, height: 1 }, { language: 'en' })).toEqual(
      [],
    );
    const { image } = await sheetIn('en');
    const lines = await engine.read(image, { language: 'en', characters: '0123456789' });
    const text = lines.flatMap(({ words }) => words.map((word) => word.text)).join('');
    expect(text).toMatch(/^[\d\s]+$/);
  });
});
