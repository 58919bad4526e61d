import { Refusal } from '../refusal.ts';

export interface UploadBudgetOptions {
  /** What all uploads under way may hold in memory together. */
  bytes: number;
  /** What those of one session may hold of it. */
  bytesPerSession: number;
  /** How many uploads may be coming in: each costs what has come of it. */
  incoming: number;
  /** How many may have come whole: each is waited for by its user while it is made anew. */
  whole: number;
  /** How many uploads of one session may be under way. */
  perSession: number;
  /** How much of all this the sessions of one account may take, from 0 to 1: the rest is there for others. */
  accountShare: number;
}

/** One upload under way. It takes room as its bytes come, not as its sender says how many they will be. */
export interface Upload {
  /** Takes room for so many more bytes held in memory, or below 0 gives it back. @throws {Refusal} RATE_LIMITED when there is none. */
  add(bytes: number): void;
  /** Says that all of it has come. @throws {Refusal} RATE_LIMITED when too many others have. */
  complete(): void;
  /** Gives all its room back. */
  end(): void;
}

/** Keeps uploads under way within the memory there is: a picture is whole in memory while it is checked and sealed. */
export interface UploadBudget {
  /** Takes an upload in. @throws {Refusal} RATE_LIMITED when session, account or process have too many under way. */
  take(session: string, account: string): Upload;
}

/** What one session, one account or the process has under way. */
interface Usage {
  bytes: number;
  incoming: number;
  whole: number;
}

export function createUploadBudget(options: UploadBudgetOptions): UploadBudget {
  const { accountShare: share, perSession } = options;
  const usages = new Map<string, Usage>();
  const limits = {
    process: { bytes: options.bytes, incoming: options.incoming, whole: options.whole },
    account: {
      bytes: share * options.bytes,
      incoming: share * options.incoming,
      whole: share * options.whole,
    },
    session: { bytes: options.bytesPerSession, incoming: perSession, whole: perSession },
  };

  return {
    take(session, account) {
      const parts = [
        { name: 'process', limit: limits.process },
        { name: `account ${account}`, limit: limits.account },
        { name: `session ${session}`, limit: limits.session },
      ] as const;
      const held: Usage = { bytes: 0, incoming: 0, whole: 0 };
      const usageOf = (name: string) => usages.get(name) ?? { bytes: 0, incoming: 0, whole: 0 };
      const { incoming, whole } = usageOf(`session ${session}`);
      // Where no more may be made anew, nobody is let send what would only be refused.
      if (
        incoming + whole >= perSession ||
        parts.some(({ name, limit }) => usageOf(name).whole >= limit.whole)
      )
        throw tooMany();
      change({ incoming: 1 });
      return {
        add: (bytes) => change({ bytes }),
        complete: () => change({ incoming: -1, whole: 1 }),
        end: () => change({ bytes: -held.bytes, incoming: -held.incoming, whole: -held.whole }),
      };

      /** All of it or nothing. */
      function change(changes: Partial<Usage>): void {
        const entries = Object.entries(changes) as [keyof Usage, number][];
        const isOver = parts.some(({ name, limit }) =>
          entries.some(([unit, count]) => count > 0 && usageOf(name)[unit] + count > limit[unit]),
        );
        if (isOver) throw tooMany();
        for (const [unit, count] of entries) held[unit] += count;
        for (const { name } of parts) {
          const usage = usageOf(name);
          for (const [unit, count] of entries) usage[unit] += count;
          if (usage.incoming + usage.whole > 0) usages.set(name, usage);
          else usages.delete(name);
        }
      }
    },
  };
}

function tooMany(): Refusal {
  return new Refusal('RATE_LIMITED', 'Too many uploads are under way. Try again in a moment.');
}
