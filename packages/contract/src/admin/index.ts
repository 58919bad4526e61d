import '../plain-messages.ts';

export * from './branding.ts';
export * from './executions.ts';
export * from './keys.ts';
export * from './links.ts';
export * from './lists.ts';
export * from './own-account.ts';
export * from './people.ts';
export * from './retention.ts';
export * from './samples.ts';
export * from './webhooks.ts';
export * from './workflows.ts';
