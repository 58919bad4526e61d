import '../plain-messages.ts';

export * from './executions.ts';
export * from './keys.ts';
export * from './workflows.ts';
