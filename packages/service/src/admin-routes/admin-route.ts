import type { PersonActor } from '../access/actor.ts';
import type { Act } from '../access/find-obstacle.ts';
import type { RequestContext } from '../http/app-environment.ts';
import type { AdminOperation } from '../openapi/admin-operation.ts';

/** Data of a reply, or the whole reply if it is not JSON. */
type Answer = object | Response;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path after `/admin-api/v1/`, with parameters written as `:id`. */
  readonly path: string;
  /** Description of the route in the OpenAPI document. */
  readonly operation: AdminOperation;
}

/** Route that needs no session. */
export interface OpenRoute extends RouteBase {
  readonly access: 'anyone';
  answer(context: RequestContext): Answer | Promise<Answer>;
}

/** Route for signed-in people. */
export interface PersonRoute extends RouteBase {
  /**
   * Act that the person must be allowed to do in at least one mode, or the call gets 403 before the request is read. `session`:
   * any signed-in person. The use-case checks again, with the mode and account of the subject.
   */
  readonly access: Act | 'session';
  /**
   * Whether the panel sends the request without any action of the person. Such a request does not keep an idle session alive.
   */
  readonly isAutomatic?: boolean;
  /**
   * Set if the password must have been entered recently, so that a session left open cannot be misused. `in-use-case`: the
   * use-case requires it, at least for some calls.
   */
  readonly needsRecentSignIn?: true | 'in-use-case';
  /** Whether the reply is compressed; see `compressedReply`. */
  readonly isCompressed?: boolean;
  answer(context: RequestContext, person: PersonActor): Answer | Promise<Answer>;
}

/** One route of the Admin Panel's API: the app serves it, and the permission tests try it. */
export type AdminRoute = OpenRoute | PersonRoute;
