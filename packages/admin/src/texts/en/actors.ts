/** Texts for actors and changes in the audit trail. */
export const actors = {
  service: 'The service',
  key: 'API key',
  operator: 'Operator',
  link: 'Signed link',
  stranger: 'Caller without a key',
  noValue: 'none',
  yes: 'yes',
  no: 'no',
};
