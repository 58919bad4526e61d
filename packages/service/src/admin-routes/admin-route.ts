import type { PersonActor } from '../access/actor.ts';
import type { Act } from '../access/find-obstacle.ts';
import type { RequestContext } from '../http/app-environment.ts';
import type { AdminOperation } from '../openapi/admin-operation.ts';

/** Data of a reply, or the whole reply if it is not JSON. */
type Answer = object | Response;

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind `/admin-api/v1/`, with parameters as `:id`. */
  readonly path: string;
  /** Description of the route in the OpenAPI document. */
  readonly operation: AdminOperation;
}

/** Endpoint that needs no session. */
export interface OpenRoute extends RouteBase {
  readonly access: 'anyone';
  answer(context: RequestContext): Answer | Promise<Answer>;
}

/** Endpoint for people who are signed in. */
export interface PersonRoute extends RouteBase {
  /**
   * Act that the person must be allowed to do in at least one mode; otherwise 403 before the request is read. `session`:
   * everybody who is signed in. The use-case checks again with the mode and account of the subject.
   */
  readonly access: Act | 'session';
  /** Whether the panel sends it without the person. Then the request does not keep an idle session alive. */
  readonly isAutomatic?: boolean;
  /**
   * Set if the password must have been entered recently, so that nobody can use a session that was left open. `in-use-case`: the
   * use-case requires it, at least for some calls.
   */
  readonly needsRecentSignIn?: true | 'in-use-case';
  /** Whether the reply goes out compressed: see compressedReply. */
  readonly isCompressed?: boolean;
  answer(context: RequestContext, person: PersonActor): Answer | Promise<Answer>;
}

/** One endpoint of the Admin Panel's API, as a value: the app serves it, and the permission matrix tries it. */
export type AdminRoute = OpenRoute | PersonRoute;
