import { expect, test } from 'vitest';
import { nextCamera, usableCameras } from './choose-camera.ts';

const camera = (deviceId: string, label = '') => ({ deviceId, label });
const [back, front, infrared] = [
  camera('b', 'Back'),
  camera('f', 'Front'),
  camera('i', 'Integrated IR Camera'),
];

test('goes round the cameras', () => {
  expect(nextCamera([back, front], 'b')).toBe(front);
  expect(nextCamera([back, front], 'f')).toBe(back);
});

test('there is no other of one', () => {
  expect(nextCamera([back], 'b')).toBeNull();
  expect(nextCamera([], 'b')).toBeNull();
});

test('leaves infrared cameras out, unless there is nothing else', () => {
  expect(nextCamera([back, infrared], 'b')).toBeNull();
  expect(nextCamera([infrared, back], 'i')).toBe(back);
  expect(usableCameras([infrared])).toEqual([infrared]);
});

test('does not take every label with the letters for infrared', () => {
  expect(usableCameras([camera('1', 'FIREFLY HD'), camera('2', 'iris')])).toHaveLength(2);
});
