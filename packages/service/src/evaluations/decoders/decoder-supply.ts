import type { DecoderProcess } from './decoder-process.ts';
import type { MemoryLedger } from './memory-ledger.ts';

/** Priority of a task. `slow` tasks run at low CPU priority. */
export type Place = 'quick' | 'slow';

export interface DecoderSupplyOptions<Task, Result> {
  /** Starts a process of the pool. @param onEnd - called once when the process ends, for whatever reason. */
  start(onEnd: () => void): DecoderProcess<Task, Result>;
  /** Maximum number of tasks at full priority, and of slow tasks in addition to them. */
  readonly places: Readonly<Record<Place, number>>;
  /**
   * Number of processes kept ready in addition to the busy ones, for tasks that arrive while all quick places are taken. None
   * by default.
   */
  readonly spare?: number;
  /** Shared memory reserved for each of its processes. */
  readonly reservedMb: number;
  /** Idle time in ms after which a process is ended. By default, it is kept until other pools need its memory. */
  readonly idleMs?: number;
  /** Number of processes that have memory of their own in addition to the shared memory. */
  readonly kept?: number;
  readonly memory: MemoryLedger;
}

/** Manages the busy and idle processes of a pool, within the memory that pools share. */
export interface DecoderSupply<Task, Result> {
  /** Starts the processes that the first tasks need. Returns immediately. */
  warmUp(): void;
  /** Starts the processes that always run. */
  keepWarm(): void;
  /**
   * Takes an idle process with the priority of a place, or starts one.
   *
   * @param quickAtWork - number of tasks running in quick places.
   * @returns null if there is no memory or place; `onRoom` is called once there may be memory.
   */
  acquire(place: Place, quickAtWork: number): DecoderProcess<Task, Result> | null;
  /** Makes a process available for the next task after its task is done. */
  release(decoder: DecoderProcess<Task, Result>): void;
  /** Starts an idle process in addition to the busy ones, so that the next task does not have to wait for its start. */
  keepSpare(atWork: Readonly<Record<Place, number>>): void;
  /** Ends idle processes whose memory other pools wait for. */
  makeRoom(): void;
  /** Withdraws the request for memory. */
  forgetRoom(): void;
  /** Ends all processes. @param reason - error with which their tasks are rejected. */
  close(reason: Error): Promise<void>;
}

/** @param onRoom - called when memory for a process may have become available. */
export function createDecoderSupply<Task, Result>(
  options: DecoderSupplyOptions<Task, Result>,
  onRoom: () => void,
): DecoderSupply<Task, Result> {
  type Process = DecoderProcess<Task, Result>;
  const { places, memory, kept = 0, spare = 0 } = options;
  const maxProcesses = places.quick + places.slow + spare;
  const processes = new Set<Process>();
  /** Idle processes, each with a function that cancels its ending. */
  const idle = new Map<Process, () => void>();
  let isClosed = false;

  const hasRoom = () => processes.size < kept || memory.takeSpare(options.reservedMb);

  function start(): Process {
    const decoder: Process = options.start(() => {
      occupy(decoder);
      processes.delete(decoder);
      if (processes.size >= kept) memory.give(options.reservedMb);
    });
    processes.add(decoder);
    return decoder;
  }

  function occupy(decoder: Process): void {
    idle.get(decoder)?.();
    idle.delete(decoder);
  }

  /** Keeps a process for the next task, until another pool needs its memory or the idle time is over. */
  function keepIdle(decoder: Process): void {
    const end = () => void decoder.end(new Error('The process was idle.'), 'idle');
    // Processes with memory of their own need not be ended for other pools.
    const withdraw = processes.size > kept ? memory.offer(end) : () => {};
    const timer = options.idleMs === undefined ? undefined : setTimeout(end, options.idleMs).unref();
    idle.set(decoder, () => {
      withdraw();
      clearTimeout(timer);
    });
  }

  function keepWarm(): void {
    while (!isClosed && processes.size < kept) keepIdle(start());
  }

  return {
    warmUp() {
      keepWarm();
      while (!isClosed && processes.size < places.quick && hasRoom()) keepIdle(start());
    },
    keepWarm,
    acquire(place, quickAtWork) {
      const isLow = place === 'slow' && places.slow > 0;
      const free = [...idle.keys()];
      const normal = free.filter(({ isLowered }) => !isLowered);
      // A slow task only takes an idle process that quick tasks do not need.
      const surplus = normal[Math.max(0, places.quick - quickAtWork) + spare];
      const fitting = isLow ? (free.find(({ isLowered }) => isLowered) ?? surplus) : normal[0];
      if (fitting) {
        if (isLow) fitting.lowerPriority();
        occupy(fitting);
        return fitting;
      }
      if (processes.size >= maxProcesses) {
        const [other] = free;
        if (!other) return null;
        // Ends an idle process of the other priority, because raising the priority again may be impossible.
        void other.end(new Error('The process was stopped to make room for others.'), 'room');
      }
      if (processes.size >= kept && !memory.take(options.reservedMb, onRoom)) return null;
      const started = start();
      if (isLow) started.lowerPriority();
      return started;
    },
    release(decoder) {
      if (!processes.has(decoder)) return;
      decoder.raisePriority();
      keepIdle(decoder);
    },
    keepSpare({ quick, slow }) {
      if (isClosed || quick + slow === 0) return;
      const isNeeded = spare > 0 || (slow > 0 && quick < places.quick);
      if (!isNeeded || [...idle.keys()].some(({ isLowered }) => !isLowered)) return;
      if (processes.size < maxProcesses && hasRoom()) keepIdle(start());
    },
    makeRoom() {
      if (!memory.isWanted(onRoom)) return;
      for (const decoder of [...idle.keys()].slice(0, Math.max(0, processes.size - kept))) {
        occupy(decoder);
        void decoder.end(new Error('The memory is needed for other processes.'), 'room');
      }
    },
    forgetRoom: () => memory.forget(onRoom),
    async close(reason) {
      isClosed = true;
      memory.forget(onRoom);
      await Promise.all([...processes].map((decoder) => decoder.end(reason, 'stop')));
    },
  };
}
