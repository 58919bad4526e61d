import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEmail } from './check-email.ts';

const codesOf = (email: string): string[] => checkEmail(email).findings.map((finding) => finding.code);

describe('checkEmail', () => {
  it('passes an ordinary address and says what it did not look at', () => {
    expect(checkEmail('anna.eriksson+id@mail.gov.se')).toEqual({
      outcome: 'PASS',
      findings: [
        { code: 'EMAIL_SYNTAX_VALID', outcome: 'PASS' },
        { code: 'EMAIL_DOMAIN_VALID', outcome: 'PASS' },
        { code: 'EMAIL_DOMAIN_NOT_DISPOSABLE', outcome: 'PASS' },
        { code: 'EMAIL_DELIVERABILITY_UNKNOWN', outcome: 'NOT_PERFORMED' },
      ],
    });
  });

  it.each(['', 'anna', 'anna@', '@mail.se', 'a b@mail.se', 'anna@mail..se', `${'a'.repeat(260)}@mail.se`])(
    'fails %s, which is no address',
    (email) => {
      expect(checkEmail(email)).toEqual({
        outcome: 'FAIL',
        findings: [{ code: 'EMAIL_SYNTAX_INVALID', outcome: 'FAIL' }],
      });
    },
  );

  it.each(['anna@intranet', 'anna@192.168.1.1'])('fails the domain of %s', (email) => {
    expect(checkEmail(email).outcome).toBe('FAIL');
    expect(codesOf(email)).toContain('EMAIL_DOMAIN_INVALID');
  });

  it.each(['anna@mailinator.com', 'anna@YOPMAIL.com'])(
    'sends the throw-away mailbox %s to review',
    (email) => {
      expect(checkEmail(email).outcome).toBe('REVIEW');
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_DISPOSABLE');
    },
  );

  it.each(['anna@example.com', 'anna@shop.example', 'anna@a.test', 'anna@localhost'])(
    'sends the reserved domain of %s to review',
    (email) => {
      expect(checkEmail(email).outcome).toBe('REVIEW');
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_RESERVED');
    },
  );

  it('takes local parts that are unusual but valid', () => {
    expect(checkEmail("o'brien_#1!@mail.ie").outcome).toBe('PASS');
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.emailAddress()), (email) => {
        expect(['PASS', 'REVIEW', 'FAIL']).toContain(checkEmail(email).outcome);
      }),
    );
  });
});
