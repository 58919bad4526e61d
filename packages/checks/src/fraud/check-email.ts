import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmailAddress } from '@vendor/contract';
import mailChecker from 'mailchecker';
import { combineFindings, type FraudEvaluation, type FraudFinding } from './fraud-finding.ts';
import { isPrivacyRelay, listDomainSuffixes } from './privacy-relays.ts';
import { mixesScripts } from './scripts.ts';

/** Stable codes of findings about an e-mail address. */
export type EmailFindingCode =
  | 'EMAIL_SYNTAX_VALID'
  | 'EMAIL_SYNTAX_INVALID'
  /** A word mixes scripts that no language combines, so it may imitate another address. */
  | 'EMAIL_SCRIPTS_MIXED'
  /** Compatibility characters, symbols in the domain, joiners, or a quoted part. */
  | 'EMAIL_CHARACTERS_UNUSUAL'
  | 'EMAIL_DOMAIN_VALID'
  /**
   * Not a domain that can receive mail: a single label, a numeric top-level domain, a label that is too long, or invalid
   * characters.
   */
  | 'EMAIL_DOMAIN_INVALID'
  /** Reserved for documentation and tests (RFC 2606, RFC 6761, and the test domains of IANA). */
  | 'EMAIL_DOMAIN_RESERVED'
  | 'EMAIL_DOMAIN_NOT_DISPOSABLE'
  | 'EMAIL_DOMAIN_DISPOSABLE'
  /** An alias of a service that forwards mail to its user; the mailbox behind it was not checked. */
  | 'EMAIL_PRIVACY_RELAY'
  /** Existence of the mailbox was not checked. */
  | 'EMAIL_DELIVERABILITY_UNKNOWN';

const RESERVED = /(^|\.)(test|example|invalid|localhost|local|example\.(com|net|org))$/;
/** Top-level domains that IANA reserved for tests of other scripts, in ASCII. */
const RESERVED_BEYOND_ASCII =
  /(^|\.)xn--(kgbechtv|hgbk6aj7f53bba|0zwm56d|g6w251d|80akhbyknj4f|11b5bs3a9aj6g|jxalpdlp|9t4b11yi5a|deba0ad|zckzah|hlcj6aya9esc7a)$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Checks an e-mail address without network access: its syntax, characters and domain, and whether the domain is known for
 * disposable mailboxes (mailchecker's list) or for aliases. A domain in other scripts is converted to ASCII (IDNA), and
 * characters are normalized (NFC).
 *
 * A disposable or reserved domain and unusual characters are REVIEW, because they may be legitimate; an invalid address is
 * FAIL. An alias does not affect the outcome.
 */
export function checkEmail(email: string): FraudEvaluation<EmailFindingCode> {
  const address = email.normalize('NFC');
  if (!isEmailAddress(email) || !isEmailAddress(address))
    return combineFindings([{ code: 'EMAIL_SYNTAX_INVALID', outcome: 'FAIL' }]);
  const at = address.lastIndexOf('@');
  const [localPart, written] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  // Empty if characters or a punycode label are invalid.
  const domain = domainToASCII(written);
  const findings: FraudFinding<EmailFindingCode>[] = [{ code: 'EMAIL_SYNTAX_VALID', outcome: 'PASS' }];
  findings.push(...letterFindings(localPart, written, domainToUnicode(domain)));
  findings.push(domainFinding(domain));
  if (isDomainName(domain)) findings.push(...purposeFindings(domain));
  findings.push({ code: 'EMAIL_DELIVERABILITY_UNKNOWN', outcome: 'NOT_PERFORMED' });
  return combineFindings(findings);
}

/** @param shown - the domain as displayed to people, which may differ from the written form. */
function letterFindings(localPart: string, written: string, shown: string): FraudFinding<EmailFindingCode>[] {
  const findings: FraudFinding<EmailFindingCode>[] = [];
  const words = [...localPart.split(/[^\p{L}\p{M}\p{N}]+/u), ...shown.split('.')];
  if (words.some(mixesScripts)) findings.push({ code: 'EMAIL_SCRIPTS_MIXED', outcome: 'REVIEW' });
  const address = `${localPart}@${written}`;
  const isPlain = address.normalize('NFKC') === address && !/^"|[\u{200C}\u{200D}]/u.test(address);
  if (!isPlain || /\p{S}/u.test(shown))
    findings.push({ code: 'EMAIL_CHARACTERS_UNUSUAL', outcome: 'REVIEW' });
  return findings;
}

function domainFinding(domain: string): FraudFinding<EmailFindingCode> {
  if (RESERVED.test(domain) || RESERVED_BEYOND_ASCII.test(domain))
    return { code: 'EMAIL_DOMAIN_RESERVED', outcome: 'REVIEW' };
  return isDomainName(domain)
    ? { code: 'EMAIL_DOMAIN_VALID', outcome: 'PASS' }
    : { code: 'EMAIL_DOMAIN_INVALID', outcome: 'FAIL' };
}

/** Judges the purpose of the domain. A relay's alias is not disposable, even if the list contains its domain. */
function purposeFindings(domain: string): FraudFinding<EmailFindingCode>[] {
  if (isPrivacyRelay(domain))
    return [
      { code: 'EMAIL_DOMAIN_NOT_DISPOSABLE', outcome: 'PASS' },
      { code: 'EMAIL_PRIVACY_RELAY', outcome: 'NOT_PERFORMED' },
    ];
  const spellings = [...listDomainSuffixes(domain), ...listDomainSuffixes(domainToUnicode(domain))];
  return spellings.some((suffix) => mailChecker.blacklist().has(suffix))
    ? [{ code: 'EMAIL_DOMAIN_DISPOSABLE', outcome: 'REVIEW' }]
    : [{ code: 'EMAIL_DOMAIN_NOT_DISPOSABLE', outcome: 'PASS' }];
}

function isDomainName(domain: string): boolean {
  const labels = domain.split('.');
  return (
    domain.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}
