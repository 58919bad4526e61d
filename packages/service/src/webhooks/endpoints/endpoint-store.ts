import type { WebhookEvent } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';

/** An endpoint to add. */
export interface NewEndpoint {
  readonly id: string;
  readonly accountId: string;
  /** Must have passed `faultOfEndpointUrl`. */
  readonly url: string;
  /** `whsec_…`, as from `createEndpointSecret`. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
}

/** Maximum number of endpoints of an account. */
export const maxEndpoints = 10;

/** A new secret for an endpoint. */
export interface NewSecret {
  /** Id of the endpoint. */
  readonly id: string;
  readonly fresh: string;
  readonly now: number;
  /** Revision that the endpoint must have; undefined: any. */
  readonly revision?: number | undefined;
}

/** Result of a rotation. `notBefore`: time from which a rotation is possible, because too many secrets sign now. */
export type Rotation = 'rotated' | 'not-there' | 'changed-since' | { readonly notBefore: number };

/** Stores endpoints and their secrets. Each change is stored with its event in the audit trail. */
export interface EndpointStore {
  /** Adds an endpoint. @returns false if the account has the maximum number of endpoints. */
  add(endpoint: NewEndpoint, actor: Actor): Promise<boolean>;
  /** Stores another secret, encrypted. Webhooks are also signed with the previous ones for one more day. */
  rotate(secret: NewSecret, actor: Actor): Promise<Rotation>;
}
