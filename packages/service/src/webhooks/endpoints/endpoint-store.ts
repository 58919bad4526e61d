import type { WebhookEvent } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';

/** An endpoint to be added. */
export interface NewEndpoint {
  readonly id: string;
  readonly accountId: string;
  /** After `faultOfEndpointUrl`. */
  readonly url: string;
  /** `whsec_…`, after `createEndpointSecret`. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
}

/** How many endpoints an account may have. */
export const mostEndpoints = 10;

/** A secret to be given to an endpoint. */
export interface NewSecret {
  /** The endpoint. */
  readonly id: string;
  readonly fresh: string;
  readonly now: number;
  /** Revision that the endpoint must have; undefined: any. */
  readonly revision?: number | undefined;
}

/** Result of a rotation. One that has to wait may be made from `notBefore` on. */
export type Rotation = 'rotated' | 'not-there' | 'changed-since' | { readonly notBefore: number };

/** Stores endpoints and their secrets, each change with its event in the audit trail. */
export interface EndpointStore {
  /** @returns false where the account has as many endpoints as it may. */
  add(endpoint: NewEndpoint, actor: Actor): Promise<boolean>;
  /** Seals another secret; the ones before sign beside it for a day. */
  rotate(secret: NewSecret, actor: Actor): Promise<Rotation>;
}
