/**
 * Domains of services that forward mail to their user's real mailbox. Such aliases are permanent rather than disposable,
 * although many lists of disposable domains contain them. Subdomains count as well.
 */
const relays: ReadonlySet<string> = new Set([
  // Apple, Hide My Email.
  'privaterelay.appleid.com',
  // DuckDuckGo Email Protection.
  'duck.com',
  // Firefox Relay.
  'mozmail.com',
  'relay.firefox.com',
  // SimpleLogin.
  ...['simplelogin.co', 'simplelogin.com', 'simplelogin.fr', 'aleeas.com', 'slmail.me', 'slmails.com'],
  ...['silomails.com', '8alias.com', '8shield.net', 'dralias.com'],
  // Proton Pass.
  ...['passmail.net', 'passmail.com', 'passfwd.com', 'passinbox.com'],
  // addy.io.
  ...['addy.io', 'anonaddy.com', 'anonaddy.me', 'addymail.com', '4wrd.cc', 'mailer.me'],
  // IronVest (Blur), 33Mail, Erine.
  ...['opayq.com', '33mail.com', 'erine.email'],
]);

/** Returns whether addresses of a domain, in lower case, are aliases of a privacy relay. */
export function isPrivacyRelay(domain: string): boolean {
  return listDomainSuffixes(domain).some((suffix) => relays.has(suffix));
}

/** Returns a domain and all its parent domains, up to the top level. */
export function listDomainSuffixes(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
