import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('draws each run of dark modules once', () => {
  const rows = ['## #', '    ', ' ###', '#   '];
  const path = qrPath({ size: 4, get: (x, y) => rows[y]?.[x] === '#' });
  expect(path).toBe('M0 0h2v1H0zM3 0h1v1H3zM1 2h3v1H1zM0 3h1v1H0z');
});
