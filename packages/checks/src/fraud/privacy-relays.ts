/**
 * Domains of services that forward mail to the real mailbox of their user, who keeps the address: nothing throw-away, though
 * lists of disposable domains name many of them. Addresses under their subdomains count, too.
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

/** Whether addresses of a domain, in lower case, are aliases of a privacy relay. */
export function isPrivacyRelay(domain: string): boolean {
  return listDomainSuffixes(domain).some((suffix) => relays.has(suffix));
}

/** A domain and all that it is under, down to its top level. */
export function listDomainSuffixes(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
