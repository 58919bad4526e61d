import { expect, it, vi } from 'vitest';
import { themeReader } from './read-theme.ts';

const asIs = (text: string) => text;

it('reads own members that are strings or numbers', () => {
  const unusable = vi.fn();
  const read = themeReader({ light: { baseAccent: '#123456' }, fontWeight: 500 }, unusable);
  expect(read('light.baseAccent', asIs)).toBe('#123456');
  expect(read('fontWeight', asIs)).toBe('500');
  expect(read('dark.baseAccent', asIs)).toBeNull();
  expect(unusable).not.toHaveBeenCalled();
});

it('reports values that are not a string, too long, or malformed', () => {
  const unusable = vi.fn();
  const read = themeReader({ fontFamily: {}, fontUrl: 'x'.repeat(11), fontWeight: 'heavy' }, unusable);
  expect(read('fontFamily', asIs)).toBeNull();
  expect(read('fontUrl', asIs, 10)).toBeNull();
  expect(read('fontWeight', () => null)).toBeNull();
  expect(unusable.mock.calls).toEqual([['fontFamily'], ['fontUrl'], ['fontWeight']]);
});

it('reads each object once, whatever it would return the second time', () => {
  const light = vi
    .fn()
    .mockReturnValueOnce({ baseAccent: '#123456' })
    .mockReturnValue({ baseAccent: 'evil' });
  const config = Object.defineProperty({}, 'light', { get: light });
  const read = themeReader(config, () => {});
  expect(read('light.baseAccent', asIs)).toBe('#123456');
  expect(read('light.logoUrl', asIs)).toBeNull();
  expect(light).toHaveBeenCalledTimes(1);
});

it('reports members that throw when they are read', () => {
  const unusable = vi.fn();
  const refuse = () => {
    throw new Error('no');
  };
  const config = {
    light: new Proxy({}, { get: refuse, getOwnPropertyDescriptor: refuse, ownKeys: refuse }),
    dark: Object.defineProperty({}, 'baseAccent', { get: refuse }),
  };
  const read = themeReader(config, unusable);
  expect(read('light.baseAccent', asIs)).toBeNull();
  expect(read('dark.baseAccent', asIs)).toBeNull();
  expect(unusable.mock.calls).toEqual([['light.baseAccent'], ['dark.baseAccent']]);
});

it('reports inherited members, which would not reach a popup either', () => {
  class Brand {
    get light() {
      return { baseAccent: '#123456' };
    }
  }
  const unusable = vi.fn();
  for (const config of [
    new Brand(),
    Object.create({ light: {} }),
    { light: Object.create({ baseAccent: '#fff' }) },
  ]) {
    expect(themeReader(config, unusable)('light.baseAccent', asIs)).toBeNull();
  }
  expect(unusable.mock.calls).toEqual([['light'], ['light'], ['light.baseAccent']]);
});

it('ignores members of a polluted prototype without a warning', () => {
  const unusable = vi.fn();
  Object.assign(Object.prototype, { light: { baseAccent: '#123456' } });
  try {
    expect(themeReader({}, unusable)('light.baseAccent', asIs)).toBeNull();
  } finally {
    Reflect.deleteProperty(Object.prototype, 'light');
  }
  expect(unusable).not.toHaveBeenCalled();
});
