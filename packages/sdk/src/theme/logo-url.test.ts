import { expect, it } from 'vitest';
import { parseLogoUrl } from './logo-url.ts';

it.each([
  'https://example.com/logo.svg',
  'http://localhost:4001/logo.svg',
  'http://127.0.0.1/logo.png',
  'https://example.com/logo.png',
  'https://example.com/logo.jpg',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/jpeg;base64,AAAA',
  'data:image/svg+xml,%3Csvg%2F%3E',
  'data:image/png;base64,AAAA',
])('accepts the logo address %s', { tags: ['S4.5-16', 'DSDK-51', 'DSDK-98', 'DSDK-99'] }, (address) => {
  expect(parseLogoUrl(address)).toBe(address);
});

it.each([
  'http://example.com/logo.svg',
  'http://localhost.example.com/logo.svg',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xmlx,<svg/>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '//example.com/logo.svg',
  'logo.svg',
  '',
])('refuses the logo address %s', { tags: ['DSDK-98', 'DSDK-99', 'DSDK-100'] }, (address) => {
  expect(parseLogoUrl(address)).toBeNull();
});
