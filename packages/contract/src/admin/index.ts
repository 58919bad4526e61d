import '../plain-messages.ts';

export * from './executions.ts';
