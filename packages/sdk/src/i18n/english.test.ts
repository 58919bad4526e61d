import { documentRetryReasons, selfieRetryReasons } from '@vendor/contract';
import { expect, it } from 'vitest';
import { englishMessages as messages } from '../testing/english.ts';

const texts = Object.entries(messages).flatMap(([key, message]) =>
  (typeof message === 'string' ? [message] : Object.values(message)).map((text) => [key, text] as const),
);

it('names the cause and remedy of every reason for a retry', () => {
  for (const reason of [...documentRetryReasons, ...selfieRetryReasons]) {
    expect(messages[`retry.${reason}`]).toBeTruthy();
    expect(messages[`retry.${reason}.remedy`]).toMatch(/\.$/);
  }
});

it('keeps sentences short', () => {
  const long = texts.filter(([, text]) =>
    text.split(/[.?!:]\s/).some((sentence) => sentence.split(/\s/).length > 18),
  );
  expect(long).toEqual([]);
});

it('keeps hints short enough for one pill', () => {
  expect(texts.filter(([key, text]) => key.startsWith('hint.') && text.length > 42)).toEqual([]);
});

it('neither blames the user nor uses capitals for emphasis', () => {
  expect(
    texts.filter(([, text]) => /!|\b(?:error|invalid|failed|wrong document|you did not|must)\b/i.test(text)),
  ).toEqual([]);
});

it('uses typographic quotes', () => {
  expect(texts.filter(([, text]) => /["']/.test(text))).toEqual([]);
});
