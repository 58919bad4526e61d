import { afterEach, expect, test } from 'vitest';
import { FileRefused } from './file-fault.ts';

const { name } = Object.getOwnPropertyDescriptors(Error.prototype);
afterEach(() => void Object.defineProperty(Error.prototype, 'name', name));

test('what is wrong with a file is told in pages that have frozen what errors inherit', () => {
  Object.defineProperty(Error.prototype, 'name', { ...name, writable: false });
  expect(new FileRefused('FILE_HEIC')).toMatchObject({ fault: 'FILE_HEIC' });
});
