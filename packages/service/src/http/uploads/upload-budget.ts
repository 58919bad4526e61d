import type { ElapsedMs } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import { type Contender, findLoser } from './upload-contest.ts';
import { createUploadPace, type UploadPace } from './upload-pace.ts';

export interface UploadBudgetOptions {
  /** Memory for all uploads in progress, in bytes. */
  bytes: number;
  /** Memory for the uploads of one session, in bytes. */
  bytesPerSession: number;
  /** Maximum number of uploads in transfer; each takes memory for the bytes received. */
  incoming: number;
  /** Maximum number of complete uploads in processing, while their users wait. */
  whole: number;
  /** Maximum number of uploads of one session in progress. */
  perSession: number;
  /** Share of all limits that the sessions of one account may take, from 0 to 1; the rest is left for other accounts. */
  accountShare: number;
}

/** Owner of an upload. */
export interface UploadOwner {
  readonly session: string;
  readonly account: string;
  /** Network of the request; null: unknown. All unknown ones count as one network. */
  readonly address: string | null;
}

/** An upload in progress. Reserves memory as bytes arrive, not by the announced length. */
export interface Upload {
  /**
   * Reserves memory for more bytes; a negative number releases it. May end slower uploads.
   *
   * @throws {Refusal} RATE_LIMITED if there is not enough.
   */
  add(bytes: number): void;
  /** Counts received bytes. The pace decides which upload is ended when memory is scarce. */
  note(bytes: number): void;
  /** Marks the upload as complete. @throws {Refusal} RATE_LIMITED if too many others are in processing. */
  complete(): void;
  /**
   * Sets the function to call when the upload is ended in favour of another; called at once if it already was. Its memory is
   * released before the call.
   */
  onCut(callback: (reason: Refusal) => void): void;
  /** Releases everything that the upload holds. */
  end(): void;
}

/** Keeps uploads within the available memory, because a picture is completely in memory while it is checked and encrypted. */
export interface UploadBudget {
  /**
   * Admits an upload. If slots are scarce, ends a slower upload (`upload-contest.ts`).
   *
   * @throws {Refusal} RATE_LIMITED if the session, address, account or process has too many uploads in progress.
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

/** Creates the upload budget of a process. @param elapsed - monotonic time in ms, to measure the pace of uploads. */
export function createUploadBudget(options: UploadBudgetOptions, elapsed: ElapsedMs): UploadBudget {
  const { accountShare, bytes, bytesPerSession, incoming, whole, perSession } = options;
  const usages = new Map<string, Usage>();
  /** Uploads in transfer. */
  const entries = new Set<Entry>();
  const limits = {
    all: { bytes, incoming, whole, wholeBytes: bytes },
    account: mapUsage({ bytes, incoming, whole, wholeBytes: bytes }, (limit) => accountShare * limit),
    session: { bytes: bytesPerSession, incoming: perSession },
  };
  /** Maximum usage of an account, as a multiple of the free budget. */
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
      // Refuses an upload before it is sent if there is no room to process it.
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

  /** Ends uploads that are slower or hold more while memory is scarce. @throws {Refusal} RATE_LIMITED if that is not enough. */
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
   * Checks the limits of complete uploads, which are never ended for others. An address may have only as many as are still
   * free, an account a multiple of that, so that some are left for newcomers.
   *
   * @throws {Refusal} RATE_LIMITED if there is not enough room.
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
