import type { DecoderProcess } from './decoder-process.ts';
import type { MemoryLedger } from './memory-ledger.ts';

/** Priority of a task: `slow` ones take long, and leave the CPU to the others. */
export type Place = 'quick' | 'slow';

export interface DecoderSupplyOptions<Task, Result> {
  /** Starts one of its processes. @param onEnd - called once, however the process ends. */
  start(onEnd: () => void): DecoderProcess<Task, Result>;
  /** How many tasks run at full priority, and how many of those that take long beside them. */
  readonly places: Readonly<Record<Place, number>>;
  /** How many processes are ready beside those at work, for who comes while all quick places are taken; none by default. */
  readonly spare?: number;
  /** Memory set aside for each of its processes in what the pools share. */
  readonly reservedMb: number;
  /** A process without a task for so long is ended; without this it is kept until others need its memory. */
  readonly idleMs?: number;
  /** So many processes have memory of their own, beside what is shared. */
  readonly kept?: number;
  readonly memory: MemoryLedger;
}

/** The processes of a pool, at work and ready, within the memory that the pools share. */
export interface DecoderSupply<Task, Result> {
  /** Starts the processes that the first tasks need. Returns at once. */
  warmUp(): void;
  /** Starts the processes that are always there. */
  keepWarm(): void;
  /**
   * Takes a process that is ready at the priority of a place, or starts one.
   *
   * @param quickAtWork - how many tasks run in quick places.
   * @returns null: there is no room; `onRoom` is called once there may be.
   */
  acquire(place: Place, quickAtWork: number): DecoderProcess<Task, Result> | null;
  /** Keeps a process whose task is done for the next one. */
  release(decoder: DecoderProcess<Task, Result>): void;
  /** Starts a process for the next task, which would have to wait for it, beside those at work. */
  keepSpare(atWork: Readonly<Record<Place, number>>): void;
  /** Ends processes without a task whose memory others wait for. */
  makeRoom(): void;
  /** Waits for memory no more. */
  forgetRoom(): void;
  /** Ends all processes. @param reason - rejects their tasks. */
  close(reason: Error): Promise<void>;
}

/** @param onRoom - called when there may be memory for a process that there was none for. */
export function createDecoderSupply<Task, Result>(
  options: DecoderSupplyOptions<Task, Result>,
  onRoom: () => void,
): DecoderSupply<Task, Result> {
  type Process = DecoderProcess<Task, Result>;
  const { places, memory, kept = 0, spare = 0 } = options;
  const mostProcesses = places.quick + places.slow + spare;
  const processes = new Set<Process>();
  /** How each idle process is kept from being ended. */
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

  /** Keeps a process for the next task, for as long as nobody else needs its memory. */
  function keepIdle(decoder: Process): void {
    const end = () => void decoder.end(new Error('The process was idle.'), 'idle');
    // One of those that are kept is in nobody's way.
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
      // A task that takes long leaves the processes that are ready to the next one.
      const surplus = normal[Math.max(0, places.quick - quickAtWork) + spare];
      const fitting = isLow ? (free.find(({ isLowered }) => isLowered) ?? surplus) : normal[0];
      if (fitting) {
        if (isLow) fitting.lowerPriority();
        occupy(fitting);
        return fitting;
      }
      if (processes.size >= mostProcesses) {
        const [other] = free;
        if (!other) return null;
        // The process is of the other priority, which may be impossible to raise again.
        void other.end(new Error('The process makes room.'), 'room');
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
      if (processes.size < mostProcesses && hasRoom()) keepIdle(start());
    },
    makeRoom() {
      if (!memory.isWanted(onRoom)) return;
      for (const decoder of [...idle.keys()].slice(0, Math.max(0, processes.size - kept))) {
        occupy(decoder);
        void decoder.end(new Error('The memory is needed.'), 'room');
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
