import type { completionTypes, sdkErrorCodes } from '@vendor/contract';
import { expect, expectTypeOf, test, vi } from 'vitest';
import { createEmitter } from './emitter.ts';
import type { CompletionTypes, ErrorCodes } from './sdk-events.ts';

test('delivers an event with its value only to its handlers', { tags: ['S4.5-6'] }, () => {
  const emitter = createEmitter(vi.fn());
  const completed = vi.fn();
  const closed = vi.fn();
  emitter.on('completed', completed);
  emitter.on('closed', closed);
  emitter.emit('completed', 'success');
  expect(completed.mock.calls).toEqual([['success']]);
  expect(closed).not.toHaveBeenCalled();
});

test('runs a handler once that was added twice', { tags: ['DSDK-35'] }, () => {
  const emitter = createEmitter(vi.fn());
  const opened = vi.fn();
  emitter.on('opened', opened);
  emitter.on('opened', opened);
  emitter.emit('opened');
  expect(opened).toHaveBeenCalledTimes(1);
});

test('stops delivering after off, and after the function that on returned', {
  tags: ['S4.5-7', 'DSDK-34', 'DSDK-36'],
}, () => {
  const emitter = createEmitter(vi.fn());
  const [first, second] = [vi.fn(), vi.fn()];
  emitter.on('opened', first);
  const unsubscribe = emitter.on('opened', second);
  emitter.off('opened', first);
  unsubscribe();
  emitter.off('opened', vi.fn());
  emitter.emit('opened');
  expect(first).not.toHaveBeenCalled();
  expect(second).not.toHaveBeenCalled();
});

test('reports a throwing handler, and calls the others', { tags: ['DSDK-38'] }, () => {
  const report = vi.fn();
  const emitter = createEmitter(report);
  const fault = new Error('of the page');
  const next = vi.fn();
  emitter.on('started', () => {
    throw fault;
  });
  emitter.on('started', next);
  emitter.emit('started');
  expect(report).toHaveBeenCalledWith(fault);
  expect(next).toHaveBeenCalledTimes(1);
});

test('delivers the event to the next handler when one unsubscribes while it runs', () => {
  const emitter = createEmitter(vi.fn());
  const next = vi.fn();
  const unsubscribe = emitter.on('closed', () => unsubscribe());
  emitter.on('closed', next);
  emitter.emit('closed');
  expect(next).toHaveBeenCalledTimes(1);
});

test('calls all handlers in the same order, whatever a handler triggers', () => {
  const emitter = createEmitter(vi.fn());
  const heard: string[] = [];
  emitter.on('opened', () => {
    emitter.emit('closed');
    heard.push('first: opened');
  });
  emitter.on('opened', () => heard.push('second: opened'));
  emitter.on('closed', () => heard.push('second: closed'));
  emitter.emit('opened');
  expect(heard).toEqual(['first: opened', 'second: opened', 'second: closed']);
});

test('delivers queued events after a handler has thrown', () => {
  const report = vi.fn();
  const emitter = createEmitter(report);
  const heard: unknown[] = [];
  emitter.on('cancelled', () => {
    emitter.emit('error', 'unknown');
    throw new Error('of the page');
  });
  emitter.on('error', (code) => heard.push(code));
  emitter.emit('cancelled');
  emitter.emit('error', 'error_code_1');
  expect(heard).toEqual(['unknown', 'error_code_1']);
  expect(report).toHaveBeenCalledTimes(1);
});

const refusal = "'on' takes one of opened,closed,started,completed,cancelled,error and a function.";

test.each([undefined, null, 'onOpened', {}, Symbol('handler'), { handleEvent() {} }])(
  'rejects a handler that is not a function, and explains what is accepted: %o',
  { tags: ['DSDK-131'] },
  (handler) => {
    const { on } = createEmitter(vi.fn());
    expect(() => on('opened', handler as never)).toThrow(new TypeError(refusal));
  },
);

test.each([
  'finished',
  'Opened',
  '',
  'constructor',
  '__proto__',
  undefined,
  7,
  {},
  ['opened'],
  Symbol('opened'),
])('rejects an unknown event name in on, and ignores it in off: %o', { tags: ['DSDK-131'] }, (name) => {
  const { on, off } = createEmitter(vi.fn());
  expect(() => on(name as 'opened', vi.fn())).toThrow(new TypeError(refusal));
  expect(() => off(name as 'opened', vi.fn())).not.toThrow();
  expect(() => off('opened', name as never)).not.toThrow();
});

test('publishes the values of the contract', { tags: ['S6.2-7'] }, () => {
  expectTypeOf<CompletionTypes>().toEqualTypeOf<(typeof completionTypes)[number]>();
  expectTypeOf<ErrorCodes>().toEqualTypeOf<(typeof sdkErrorCodes)[number]>();
});
