import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEmail } from './check-email.ts';

const codesOf = (email: string): string[] => checkEmail(email).findings.map((finding) => finding.code);

describe('checkEmail', () => {
  it('passes an ordinary address and lists what was not checked', () => {
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
    'fails %s, which is not an address',
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
    'sends the disposable mailbox %s to REVIEW',
    (email) => {
      expect(checkEmail(email).outcome).toBe('REVIEW');
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_DISPOSABLE');
    },
  );

  it.each(['anna@example.com', 'anna@shop.example', 'anna@a.test', 'anna@localhost'])(
    'sends the reserved domain of %s to REVIEW',
    (email) => {
      expect(checkEmail(email).outcome).toBe('REVIEW');
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_RESERVED');
    },
  );

  it.each([
    'user@müller.de',
    'user@xn--mller-kva.de',
    'USER@MÜLLER.DE',
    'user@mu\u0308ller.de',
    'user@straße.de',
    '用户@中文.广告',
    'почта.2024@пример.рф',
    'शिव@भारत.भारत',
    'たろうtarou@日本語サイト.jp',
    'jörg+иван@firma.de',
  ])('passes %s, whose scripts may be combined', (email) => {
    expect(checkEmail(email).outcome).toBe('PASS');
  });

  it.each([
    // A Cyrillic letter among Latin ones, in each form of the domain and in the local part.
    ['user@pаypal.com', 'EMAIL_SCRIPTS_MIXED'],
    ['user@xn--pypal-4ve.com', 'EMAIL_SCRIPTS_MIXED'],
    ['аnna@mail.se', 'EMAIL_SCRIPTS_MIXED'],
    ['user@ɑρρle.com', 'EMAIL_SCRIPTS_MIXED'],
    ['ａｎｎａ@mail.se', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['anna@ｍａｉｌ.se', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['ﬁona@mail.se', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['an\u200dna@mail.se', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['anna@i❤.ws', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['anna@xn--i-7iq.ws', 'EMAIL_CHARACTERS_UNUSUAL'],
    ['"anna"@mail.se', 'EMAIL_CHARACTERS_UNUSUAL'],
  ])('sends %s to REVIEW: %s', (email, code) => {
    expect(checkEmail(email).outcome).toBe('REVIEW');
    expect(codesOf(email)).toContain(code);
  });

  it.each(['anna@xn--a.de', 'anna@a℀b.de', 'anna@müller', 'anna@１.１.１.１', `anna@${'ü'.repeat(63)}.de`])(
    'fails the invalid domain of %s',
    (email) => {
      expect(checkEmail(email).outcome).toBe('FAIL');
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_INVALID');
    },
  );

  it.each(['用户@例子.测试', 'user@xn--fsqu00a.xn--0zwm56d', 'user@пример.испытание'])(
    'recognizes the test domain of %s',
    (email) => {
      expect(codesOf(email)).toContain('EMAIL_DOMAIN_RESERVED');
    },
  );

  it.each([
    ...['someone@duck.com', 'SomeOne@Duck.Com', 'x7k2@privaterelay.appleid.com', 'abc@mozmail.com'],
    ...[
      'shop.ada@ada.mozmail.com',
      'a.b@aleeas.com',
      'a@simplelogin.com',
      'shop@ada.anonaddy.com',
      'x@passmail.net',
    ],
  ])('passes %s, an alias of a privacy relay', (email) => {
    const { outcome, findings } = checkEmail(email);
    expect(outcome).toBe('PASS');
    expect(findings).toContainEqual({ code: 'EMAIL_DOMAIN_NOT_DISPOSABLE', outcome: 'PASS' });
    expect(findings).toContainEqual({ code: 'EMAIL_PRIVACY_RELAY', outcome: 'NOT_PERFORMED' });
  });

  it.each(['anna@notduck.com', 'anna@duck.com.mail.se', 'anna@mailinator.com'])(
    'does not take %s for an alias',
    (email) => {
      expect(codesOf(email)).not.toContain('EMAIL_PRIVACY_RELAY');
    },
  );

  it('looks up domains of any form in the list of disposable mailboxes', () => {
    expect(codesOf('anna@a--b.se')).toContain('EMAIL_DOMAIN_NOT_DISPOSABLE');
    expect(codesOf('anna@sub.Mailinator.com')).toContain('EMAIL_DOMAIN_DISPOSABLE');
    expect(codesOf('anna@ｍailinator.com')).toContain('EMAIL_DOMAIN_DISPOSABLE');
  });

  it('accepts local parts that are unusual but valid', () => {
    expect(checkEmail("o'brien_#1!@mail.ie").outcome).toBe('PASS');
  });

  it('returns a result for any text', () => {
    // Text of any UTF-16 code units: fast-check's own unit `binary` fills a table for a second.
    const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(anyText, fc.emailAddress()), (email) => {
        expect(['PASS', 'REVIEW', 'FAIL']).toContain(checkEmail(email).outcome);
      }),
    );
  });
});
