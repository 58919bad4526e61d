import '../plain-messages.ts';

export * from './executions.ts';
export * from './keys.ts';
export * from './people.ts';
export * from './workflows.ts';
