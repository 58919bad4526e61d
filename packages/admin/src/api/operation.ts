import type { paths } from './schema.d.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Paths that a method supports, such as `/keys/{id}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

/** An operation of the OpenAPI document. */
type OperationOf<M extends Method, P extends PathOf<M>> = paths[P][Lowercase<M>];

/** `data` of the reply to a call. */
export type DataOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends {
    responses: { 200: { content: { 'application/json': { data: infer Data } } } };
  }
    ? Data
    : never;

/** Query of a call. */
export type QueryOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends {
    parameters: { query?: infer Query };
  }
    ? NonNullable<Query>
    : never;

/** Body of a call, as JSON. */
export type BodyOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends {
    requestBody: { content: { 'application/json': infer Body } };
  }
    ? Body
    : never;

type PathPart<Operation> = Operation extends { parameters: { path: infer Path extends object } }
  ? { readonly path: Path }
  : { readonly path?: never };

type QueryPart<M extends Method, P extends PathOf<M>> = [QueryOf<M, P>] extends [never]
  ? { readonly query?: never }
  : { readonly query?: QueryOf<M, P> };

type BodyPart<M extends Method, P extends PathOf<M>> = [BodyOf<M, P>] extends [never]
  ? { readonly body?: never }
  : { readonly body: BodyOf<M, P> };

/** Parameters and body of a call, as the OpenAPI document requires them. */
export type InputOf<M extends Method, P extends PathOf<M>> = PathPart<OperationOf<M, P>> &
  QueryPart<M, P> &
  BodyPart<M, P>;
