import { describe, expect, test } from 'vitest';
import { cellOf, maskText } from './mask.ts';

describe('maskText', () => {
  test.each([
    ['ANNA MARIA ERIKSSON', 'A••• M••• E•••N'],
    ['L898902C3', 'L•••3'],
    ['1974-08-12', '1•••2'],
    ['F', '•••'],
    ['  ', ''],
    ['👩‍💻', '•••'],
  ])('masks all but the first and last letter of %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});

describe('cellOf', () => {
  test('masks personal data, and shows members that do not identify a person', () => {
    expect(cellOf('country', 'DE', true)).toEqual({ text: 'Germany', isMasked: false });
    expect(cellOf('documentType', 'DRIVERS_LICENSE', true).text).toBe("driver's license");
    expect(cellOf('gender', 'FEMALE', false).text).toBe('female');
    expect(cellOf('fullName', 'Anna', true)).toEqual({ text: 'A•••', isMasked: true });
    expect(cellOf('custom_fields', { tier: 'gold' }, true).text).not.toContain('gold');
  });
});
