import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createLineWriter } from './write-line.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

/** Makes an output that fails at once, as a file does, or later, as a pipe does. */
function failingOutput(error: Error, isLate: boolean) {
  const output = Object.assign(new EventEmitter(), {
    write: () => {
      if (!isLate) throw error;
      output.emit('error', error);
      return true;
    },
  });
  return output as unknown as NodeJS.WriteStream;
}

it.each([
  ['at once', false],
  ['afterwards', true],
])('drops lines that a full disk refuses %s, and throws other errors', (_case, isLate) => {
  expect(() => createLineWriter(failingOutput(withCode('ENOSPC'), isLate))('line')).not.toThrow();
  expect(() => createLineWriter(failingOutput(withCode('EPIPE'), isLate))('line')).toThrow('EPIPE');
});
