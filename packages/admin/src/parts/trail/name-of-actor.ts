import type { AdminActor } from '@vendor/contract/admin';
import { actors as texts } from '../../texts/en/actors.ts';

/** Returns the name of an actor, for people to read. */
export function nameOfActor({ kind, id, name }: AdminActor): string {
  if (kind === 'person') return name ?? id.slice(0, 8);
  if (kind === 'system') return texts.service;
  if (kind === 'stranger') return texts.stranger;
  if (kind === 'link') return texts.link;
  const prefix = kind === 'key' ? texts.key : kind === 'operator' ? texts.operator : kind;
  return `${prefix} ${name ?? id.slice(0, 8)}`;
}
