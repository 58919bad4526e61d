import { emailSchema } from '@vendor/contract';
import mailChecker from 'mailchecker';
import { evaluationOf, type FraudEvaluation, type FraudFinding } from './fraud-finding.ts';

/** Stable codes of what an e-mail address is found to be. */
export type EmailFindingCode =
  | 'EMAIL_SYNTAX_VALID'
  | 'EMAIL_SYNTAX_INVALID'
  | 'EMAIL_DOMAIN_VALID'
  /** No name that mail could be sent to: one label, a number for a top level, a label too long. */
  | 'EMAIL_DOMAIN_INVALID'
  /** Set apart for documentation and tests (RFC 2606, RFC 6761). */
  | 'EMAIL_DOMAIN_RESERVED'
  | 'EMAIL_DOMAIN_NOT_DISPOSABLE'
  | 'EMAIL_DOMAIN_DISPOSABLE'
  /** Whether the mailbox exists was not looked at. */
  | 'EMAIL_DELIVERABILITY_UNKNOWN';

const RESERVED = /(^|\.)(test|example|invalid|localhost|local|example\.(com|net|org))$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Looks at an e-mail address without the network: its grammar (that of the HTML standard), its domain, and whether the
 * domain is known for throw-away mailboxes (mailchecker's list).
 *
 * A disposable or reserved domain is REVIEW, because such lists err; an address that cannot be one is FAIL.
 */
export function checkEmail(email: string): FraudEvaluation<EmailFindingCode> {
  if (!emailSchema.safeParse(email).success)
    return evaluationOf([{ code: 'EMAIL_SYNTAX_INVALID', outcome: 'FAIL' }]);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const findings: FraudFinding<EmailFindingCode>[] = [{ code: 'EMAIL_SYNTAX_VALID', outcome: 'PASS' }];
  findings.push(domainFinding(domain));
  if (isDomainName(domain)) findings.push(disposableFinding(domain));
  findings.push({ code: 'EMAIL_DELIVERABILITY_UNKNOWN', outcome: 'NOT_PERFORMED' });
  return evaluationOf(findings);
}

function domainFinding(domain: string): FraudFinding<EmailFindingCode> {
  if (RESERVED.test(domain)) return { code: 'EMAIL_DOMAIN_RESERVED', outcome: 'REVIEW' };
  return isDomainName(domain)
    ? { code: 'EMAIL_DOMAIN_VALID', outcome: 'PASS' }
    : { code: 'EMAIL_DOMAIN_INVALID', outcome: 'FAIL' };
}

function disposableFinding(domain: string): FraudFinding<EmailFindingCode> {
  // The list is asked about the domain alone: the library's own grammar refuses local parts that are valid.
  return mailChecker.isValid(`someone@${domain}`)
    ? { code: 'EMAIL_DOMAIN_NOT_DISPOSABLE', outcome: 'PASS' }
    : { code: 'EMAIL_DOMAIN_DISPOSABLE', outcome: 'REVIEW' };
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
