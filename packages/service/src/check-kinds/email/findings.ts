import type { CodeOf } from '../code-of.ts';

/** Sentences for the codes that the check can find. */
export const emailFindings: Readonly<Record<CodeOf<'email'>, string>> = {
  EMAIL_SYNTAX_VALID: 'The e-mail address is well-formed.',
  EMAIL_SYNTAX_INVALID: 'The e-mail address is malformed.',
  EMAIL_SCRIPTS_MIXED: 'The e-mail address mixes scripts and may imitate another one.',
  EMAIL_CHARACTERS_UNUSUAL: 'The e-mail address has unusual characters.',
  EMAIL_DOMAIN_VALID: 'The domain of the e-mail address is well-formed.',
  EMAIL_DOMAIN_INVALID: 'The domain of the e-mail address cannot receive mail.',
  EMAIL_DOMAIN_RESERVED: 'The domain of the e-mail address is reserved for tests.',
  EMAIL_DOMAIN_NOT_DISPOSABLE: 'The e-mail address is not of a known disposable e-mail service.',
  EMAIL_DOMAIN_DISPOSABLE: 'The e-mail address is of a disposable e-mail service.',
  EMAIL_PRIVACY_RELAY: 'The e-mail address is an alias that forwards mail.',
  EMAIL_DELIVERABILITY_UNKNOWN: 'Whether the mailbox exists was not checked.',
};
