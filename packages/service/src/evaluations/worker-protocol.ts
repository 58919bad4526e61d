/** Request of the pool to a worker, which handles one request at a time. */
export interface WorkerRequest<Task> {
  readonly id: number;
  readonly task: Task;
}

/** Reply of a worker. An error is passed as name and message, because its class and stack are lost between threads. */
export type WorkerReply<Result> =
  | { readonly id: number; readonly kind: 'done'; readonly result: Result }
  | { readonly id: number; readonly kind: 'failed'; readonly error: string };

/**
 * Other messages of a decoder process: `ready` when it has loaded its code, `progress` when a part of its task, such as a page,
 * is finished.
 */
export type DecoderSignal = { readonly kind: 'ready' } | { readonly id: number; readonly kind: 'progress' };
