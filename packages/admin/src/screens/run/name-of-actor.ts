import type { AdminDecision } from '@vendor/contract/admin';
import { run } from '../../texts/en/run.ts';

/** Returns the name of an actor, for people to read. */
export function nameOfActor({ kind, id, name }: AdminDecision['by']): string {
  if (kind === 'person') return name ?? id.slice(0, 8);
  if (kind === 'system') return run.audit.service;
  const prefix = kind === 'key' ? run.audit.key : kind === 'operator' ? run.audit.operator : kind;
  return `${prefix} ${name ?? id.slice(0, 8)}`;
}
