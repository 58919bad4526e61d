import { afterEach, expect, test } from 'vitest';
import { FileRefused } from './file-fault.ts';

const { name } = Object.getOwnPropertyDescriptors(Error.prototype);
afterEach(() => void Object.defineProperty(Error.prototype, 'name', name));

test('explains a bad file in pages that have frozen the prototype of errors', () => {
  Object.defineProperty(Error.prototype, 'name', { ...name, writable: false });
  expect(new FileRefused('FILE_HEIC')).toMatchObject({ fault: 'FILE_HEIC' });
});
