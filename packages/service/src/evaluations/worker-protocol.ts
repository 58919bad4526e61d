/** Request of the pool to a worker: one at a time. */
export interface WorkerRequest<Task> {
  readonly id: number;
  readonly task: Task;
}

/** Answer of a worker. An error is passed as name and message, because class and stack do not cross threads. */
export type WorkerReply<Result> =
  | { readonly id: number; readonly kind: 'done'; readonly result: Result }
  | { readonly id: number; readonly kind: 'failed'; readonly error: string };

/** Further messages of a decoder process: it has loaded its code; a part of its task, such as a page, is finished. */
export type DecoderSignal = { readonly kind: 'ready' } | { readonly id: number; readonly kind: 'progress' };
