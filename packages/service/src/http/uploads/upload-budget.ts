import type { ElapsedMs } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import { type Contender, findLoser } from './upload-contest.ts';
import { createUploadPace, type UploadPace } from './upload-pace.ts';

export interface UploadBudgetOptions {
  /** Memory that all uploads under way may hold together, in bytes. */
  bytes: number;
  /** Part of that memory that the uploads of one session may hold, in bytes. */
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

/** Owner of an upload. */
export interface UploadOwner {
  readonly session: string;
  readonly account: string;
  /** Network that the request came from; null when it is not known, which counts as one network. */
  readonly address: string | null;
}

/** One upload under way. It takes room as its bytes come, not as its sender says how many they will be. */
export interface Upload {
  /**
   * Takes room for so many more bytes held in memory, or below 0 gives it back. Slower uploads may be ended for it.
   *
   * @throws {Refusal} RATE_LIMITED when there is none.
   */
  add(bytes: number): void;
  /** Notes bytes that came: the pace of an upload decides whether it is ended when room is scarce. */
  note(bytes: number): void;
  /** Says that all of it has come. @throws {Refusal} RATE_LIMITED when too many others have. */
  complete(): void;
  /** Calls back if the upload is ended in favour of another; at once if it was. Its room is given back by then. */
  onCut(callback: (reason: Refusal) => void): void;
  /** Gives all its room back. */
  end(): void;
}

/** Keeps uploads under way within the memory there is: a picture is whole in memory while it is checked and sealed. */
export interface UploadBudget {
  /**
   * Takes an upload in. Where slots are scarce, a slower upload is ended for it (`upload-contest.ts`).
   *
   * @throws {Refusal} RATE_LIMITED when session, address, account or process have too many under way.
   */
  take(owner: UploadOwner): Upload;
}

type WholeUnit = 'whole' | 'wholeBytes';
type Unit = 'bytes' | 'incoming' | WholeUnit;
type Usage = Record<Unit, number>;

interface Entry extends Contender {
  readonly pace: UploadPace;
  readonly held: Usage;
  cut(): void;
}

const nothing: Usage = { bytes: 0, incoming: 0, whole: 0, wholeBytes: 0 };

/** @param elapsed - how long uploads take. */
export function createUploadBudget(options: UploadBudgetOptions, elapsed: ElapsedMs): UploadBudget {
  const { accountShare, bytes, bytesPerSession, incoming, whole, perSession } = options;
  const usages = new Map<string, Usage>();
  /** Uploads that are coming in. */
  const entries = new Set<Entry>();
  const limits = {
    all: { bytes, incoming, whole, wholeBytes: bytes },
    account: mapUsage({ bytes, incoming, whole, wholeBytes: bytes }, (limit) => accountShare * limit),
    session: { bytes: bytesPerSession, incoming: perSession },
  };
  /** Largest share of an account, as a multiple of the free budget. */
  const accountRatio = accountShare < 1 ? accountShare / (1 - accountShare) : Number.MAX_VALUE;
  const usageOf = (name: string) => usages.get(name) ?? nothing;

  return {
    take({ session, account, address }) {
      let onCut: ((reason: Refusal) => void) | undefined;
      let cutReason: Refusal | undefined;
      const entry: Entry = {
        session,
        account,
        address: address ?? 'unknown',
        pace: createUploadPace(elapsed),
        held: { ...nothing },
        cut() {
          cutReason = new Refusal(
            'UPLOAD_TOO_SLOW',
            'The upload was too slow while many others were waiting. Send it again.',
          );
          end();
          onCut?.(cutReason);
        },
      };
      const ofSession = usageOf(`session ${session}`);
      if (ofSession.incoming + ofSession.whole >= perSession) throw tooMany();
      // Refuses an upload before it is sent where there is no room to process it.
      requireRoomForWhole(entry, { whole: 1, wholeBytes: 0 });
      makeRoom(entry, 'incoming', 1);
      change(entry, { incoming: 1 });
      entries.add(entry);
      return {
        add(bytes) {
          if (cutReason) throw cutReason;
          if (bytes > 0) makeRoom(entry, 'bytes', bytes);
          change(entry, { bytes });
        },
        note: entry.pace.note,
        complete() {
          if (cutReason) throw cutReason;
          requireRoomForWhole(entry, { whole: 1, wholeBytes: entry.held.bytes });
          entries.delete(entry);
          change(entry, { incoming: -1, whole: 1, wholeBytes: entry.held.bytes });
        },
        onCut(callback) {
          onCut = callback;
          if (cutReason) callback(cutReason);
        },
        end,
      };

      function end(): void {
        entries.delete(entry);
        change(
          entry,
          mapUsage(entry.held, (amount) => -amount),
        );
      }
    },
  };

  /** Ends slower or greedier uploads where room is scarce. @throws {Refusal} when there is none all the same. */
  function makeRoom(asking: Entry, unit: 'bytes' | 'incoming', amount: number): void {
    const taken = (name: string) => usageOf(name)[unit];
    if (taken(`session ${asking.session}`) + amount > limits.session[unit]) throw tooMany();
    makeRoomIn(
      `account ${asking.account}`,
      limits.account[unit],
      ({ account }) => account === asking.account,
    );
    makeRoomIn('all', limits.all[unit], () => true);

    function makeRoomIn(name: string, limit: number, isThere: (entry: Entry) => boolean): void {
      do {
        const loser = findLoser<Entry>({
          uploads: () => [...entries].filter(isThere),
          asking,
          amount,
          limit,
          taken: taken(name),
          amountOf: ({ held }) => held[unit],
        });
        if (loser) loser.cut();
        else if (taken(name) + amount > limit) throw tooMany();
      } while (taken(name) + amount > limit);
    }
  }

  /**
   * Uploads that have come whole are waited for and ended for nobody. So an address may have no more of them than are still free,
   * and an account no more than a multiple of that: some is left for newcomers, however many addresses and accounts there are.
   *
   * @throws {Refusal} when there is too little.
   */
  function requireRoomForWhole({ account, address }: Contender, amounts: Record<WholeUnit, number>): void {
    for (const unit of ['whole', 'wholeBytes'] as const) {
      const amount = amounts[unit];
      const freeAfter = (name: string, limit: number) => limit - usageOf(name)[unit] - amount;
      const free = freeAfter('all', limits.all[unit]);
      const freeOfAccount = freeAfter(`account ${account}`, limits.account[unit]);
      const isWithin = (name: string, most: number) => {
        const taken = usageOf(name)[unit];
        return taken === 0 || taken + amount <= most;
      };
      const fits =
        Math.min(free, freeOfAccount) >= 0 &&
        isWithin(`account ${account}`, free * accountRatio) &&
        isWithin(`address ${address}`, free) &&
        isWithin(`address ${address} in account ${account}`, freeOfAccount);
      if (!fits) throw tooMany();
    }
  }

  function change(entry: Entry, changes: Partial<Usage>): void {
    const { account, address, session, held } = entry;
    const units = Object.entries(changes) as [Unit, number][];
    for (const [unit, amount] of units) held[unit] += amount;
    const names = [
      'all',
      `account ${account}`,
      `session ${session}`,
      `address ${address}`,
      `address ${address} in account ${account}`,
    ];
    for (const name of names) {
      const usage = { ...usageOf(name) };
      for (const [unit, amount] of units) usage[unit] += amount;
      if (usage.incoming + usage.whole > 0) usages.set(name, usage);
      else usages.delete(name);
    }
  }
}

function mapUsage(usage: Usage, map: (amount: number) => number): Usage {
  return {
    bytes: map(usage.bytes),
    incoming: map(usage.incoming),
    whole: map(usage.whole),
    wholeBytes: map(usage.wholeBytes),
  };
}

function tooMany(): Refusal {
  const detail = 'Too many uploads are under way. Try again in a moment.';
  return new Refusal('RATE_LIMITED', detail, [], { limit: 'uploads' });
}
