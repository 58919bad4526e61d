import type { AuditAct } from '@vendor/contract/admin';
import type { AuditQuery } from '../../api/audit.ts';
import { isDay, timesOf } from '../../parts/filters/days.ts';
import { audit as texts } from '../../texts/en/audit.ts';

/** Names of the filters, used as parameters of the address. */
const filterNames = ['act', 'actor', 'subject', 'from', 'to'] as const;
export type AuditFilters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>;

/** Ids of subjects: UUIDs, and ids of API keys. Nothing else may become part of the address, so that it has no personal data. */
const idForm = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?!\d+$)[\da-z]{12})$/i;

/** Returns whether a text is the id of a subject. */
export function isId(text: string): boolean {
  return idForm.test(text);
}

/** Returns whether a text can be the id of an actor in the address. Names of operators can have other characters. */
export function isActorId(text: string): boolean {
  return /^[\w.@\\+-]{1,64}$/.test(text);
}

/** Reads the filters from the query of the address. Leaves out values that no link of the panel has. */
export function readFilters(query: URLSearchParams): AuditFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name);
      return value && isPossible[name](value) ? [[name, value]] : [];
    }),
  );
}

const isPossible: Readonly<Record<(typeof filterNames)[number], (value: string) => boolean>> = {
  act: (value) => Object.hasOwn(texts.acts, value),
  actor: isActorId,
  subject: isId,
  from: isDay,
  to: isDay,
};

/** Returns the address of the trail with these filters. */
export function addressOf(filters: AuditFilters): string {
  const chosen = filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  const query = new URLSearchParams(chosen).toString();
  return `/settings/audit${query && `?${query}`}`;
}

/** Returns the query of the call. */
export function callQuery({ act, actor, subject, from, to }: AuditFilters): AuditQuery {
  return {
    ...(act && { act: act as AuditAct }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...timesOf({ from, to }),
  };
}
