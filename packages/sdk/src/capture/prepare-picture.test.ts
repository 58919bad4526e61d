import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preparePicture } from './prepare-picture.ts';

vi.mock('./reads-canvas.ts', () => ({ readsCanvas: async () => isReadable }));

const png = '\x89PNG\r\n\x1a\n\0\0\0\0IEND\0\0\0\0';
const jpeg = '\xff\xd8\xff\xda\0\x02data\xff\xd9';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>';
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Type under which each file was opened by the browser. */
let drawnTypes: string[] = [];
let opens = true;
let isReadable = true;

beforeEach(() => {
  drawnTypes = [];
  opens = true;
  isReadable = true;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    drawnTypes.push((file as Blob).type);
    return 'blob:1';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 800;
      naturalHeight = 600;
      async decode() {
        if (!opens) throw new DOMException('', 'EncodingError');
      }
    },
  );
  const canvas = {
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toBlob: (tell: (picture: Blob) => void, type: string) => tell(new Blob(['drawn'], { type })),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const prepared = (content: string, name: string, type: string) =>
  preparePicture(new File([bytesOf(content)], name, { type }), 300).then(
    (picture) => picture.type,
    ({ fault }) => fault,
  );

test.each([
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a PNG', png, 'image/png'],
  ['a photo of an iPhone, in Safari', '\0\0\0\x18ftypheic', 'image/heic'],
  ['a scan, in Safari', 'II*\0', 'image/tiff'],
])('opens %s by its content, regardless of its name', async (_, content, type) => {
  expect(await prepared(content, 'passport.svg', 'image/svg+xml')).toBe('image/jpeg');
  expect(drawnTypes).toEqual([type]);
});

test.each([
  [jpeg, 'image/jpeg'],
  [png, 'image/png'],
  ['RIFF\x04\0\0\0WEBP', 'image/webp'],
  ['\0\0\0\x18ftypheic', 'FILE_OF_OTHER_KIND'],
])('keeps only files that the service takes if canvases return noise (%#)', async (content, expected) => {
  isReadable = false;
  expect(await prepared(content, 'passport.jpg', 'image/jpeg')).toBe(expected);
});

test.each([
  ['a drawing', svg, 'FILE_OF_OTHER_KIND'],
  ['half a JPEG', jpeg.slice(0, -1), 'FILE_UNREADABLE'],
  ['half a PNG', png.slice(0, 12), 'FILE_UNREADABLE'],
  ['an empty file', '', 'FILE_EMPTY'],
])('refuses %s by its content, regardless of its name', async (_, content, fault) => {
  expect(await prepared(content, 'passport.jpg', 'image/jpeg')).toBe(fault);
  expect(await prepared(content, 'passport.svg', 'image/svg+xml')).toBe(fault);
  expect(drawnTypes).toEqual([]);
});

test.each([
  ['\0\0\0\x18ftypheic', 'FILE_HEIC'],
  ['II*\0', 'FILE_OF_OTHER_KIND'],
  [png, 'FILE_UNREADABLE'],
])('reports why a picture cannot be opened by this browser (%#)', async (content, fault) => {
  opens = false;
  expect(await prepared(content, 'passport.jpg', 'image/jpeg')).toBe(fault);
});
