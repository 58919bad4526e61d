// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { Notice } from './notice.tsx';

afterEach(cleanup);

test('keeps its element when it gets a text, because screen readers announce only changes of known elements', () => {
  const { rerender } = render(<Notice tone="success">{false}</Notice>);
  const status = screen.getByRole('status');
  expect(status).toMatchObject({ className: 'hidden', textContent: '' });
  rerender(<Notice tone="success">Saved.</Notice>);
  expect(screen.getByRole('status')).toBe(status);
  expect(status).toMatchObject({ className: 'notice success', textContent: 'Saved.' });
});
