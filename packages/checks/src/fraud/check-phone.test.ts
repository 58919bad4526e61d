import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPhone } from './check-phone.ts';

describe('checkPhone', () => {
  it('passes a mobile number and lists what was not checked', () => {
    expect(checkPhone('+44 7400 123456')).toEqual({
      outcome: 'PASS',
      country: 'GB',
      lineType: 'MOBILE',
      findings: [
        { code: 'PHONE_NUMBER_VALID', outcome: 'PASS' },
        { code: 'PHONE_LINE_TYPE_PERSONAL', outcome: 'PASS' },
        { code: 'PHONE_CARRIER_UNKNOWN', outcome: 'NOT_PERFORMED' },
        { code: 'PHONE_REACHABILITY_UNKNOWN', outcome: 'NOT_PERFORMED' },
      ],
    });
  });

  it.each([
    ['+49 30 901820', 'DE', 'FIXED_LINE'],
    ['+1 213 373 4253', 'US', 'FIXED_LINE_OR_MOBILE'],
    ['+383 44 123 456', 'XK', 'MOBILE'],
  ])('passes %s and returns country and line type', (number, country, lineType) => {
    expect(checkPhone(number)).toMatchObject({ outcome: 'PASS', country, lineType });
  });

  it.each([
    ['+44 56 1234 5678', 'PHONE_LINE_TYPE_VOIP'],
    ['+44 800 123 4567', 'PHONE_LINE_TYPE_NOT_PERSONAL'],
    ['+1 900 234 5678', 'PHONE_LINE_TYPE_NOT_PERSONAL'],
  ])('sends %s to REVIEW as %s', (number, code) => {
    const { outcome, findings } = checkPhone(number);
    expect(outcome).toBe('REVIEW');
    expect(findings).toContainEqual({ code, outcome: 'REVIEW' });
  });

  it.each(['', '+', '+1', '+999 123456', '07400 123456', '+44 1', '+1 000 000 0000', 'tel:+447400123456'])(
    'fails %s, which no numbering plan assigns',
    (number) => {
      expect(checkPhone(number)).toEqual({
        outcome: 'FAIL',
        country: null,
        lineType: null,
        findings: [{ code: 'PHONE_NUMBER_INVALID', outcome: 'FAIL' }],
      });
    },
  );

  it('returns a result for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+[\d -]{0,20}$/)), (number) => {
        expect(['PASS', 'REVIEW', 'FAIL']).toContain(checkPhone(number).outcome);
      }),
    );
  });
});
