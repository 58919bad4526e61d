/** Names of the sections of the settings. */
export const settings = {
  title: 'Settings',
  sections: {
    keys: 'API keys',
    webhooks: 'Webhooks',
    people: 'People',
    retention: 'Retention',
    disposals: 'Disposals',
    audit: 'Audit trail',
    branding: 'Branding',
    lists: 'Lists',
  },
};
