import { createFairQueue, type FairQueueLimits, type TaskOwner } from './fair-queue.ts';
import { PoolFullError } from './worker-pool.ts';

/** Work that is done one at a time, in fair turns. */
export interface FairTurns {
  /** Rejects as `work` does; with a `PoolFullError` when too much waits, then or when others come who have less waiting. */
  run<Result>(owner: TaskOwner, work: () => Promise<Result>): Promise<Result>;
  /** Nothing more begins: what waits is rejected. */
  close(): void;
}

interface Turn {
  begin(): Promise<void>;
  reject(error: Error): void;
}

export function createFairTurns(limits: FairQueueLimits): FairTurns {
  const queue = createFairQueue<Turn>(limits);
  let isBusy = false;
  let isClosed = false;

  async function goOn(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let turn = queue.take(); turn !== null; turn = queue.take()) await turn.begin();
    isBusy = false;
  }

  return {
    run: (owner, work) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('There are no more turns.');
        const turn: Turn = { begin: () => work().then(resolve, reject), reject };
        queue.add(turn, owner)?.reject(new PoolFullError('Too many tasks are waiting.'));
        void goOn();
      }),
    close() {
      isClosed = true;
      for (let turn = queue.take(); turn !== null; turn = queue.take())
        turn.reject(new Error('There are no more turns.'));
    },
  };
}
