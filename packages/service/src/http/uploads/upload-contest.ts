import { maxPace, requiredPace, type UploadPace } from './upload-pace.ts';

/** An upload in transfer, with its owner. */
export interface Contender {
  readonly session: string;
  readonly account: string;
  readonly address: string;
  readonly pace: Pick<UploadPace, 'measured' | 'credited'>;
}

/** A request for scarce memory or slots. */
export interface Contest<Upload extends Contender> {
  /** All competing uploads in transfer. */
  readonly uploads: () => Iterable<Upload>;
  /** The upload that needs room: a new one, or one of the competing uploads. */
  readonly asking: Upload;
  /** Amount needed: slots or bytes. */
  readonly amount: number;
  /** Total amount for all uploads. */
  readonly limit: number;
  /** Amount in use, by uploads in transfer and by others. */
  readonly taken: number;
  /** Returns the amount that an upload uses. */
  readonly amountOf: (upload: Upload) => number;
}

/**
 * Share of the room that an address or account may fill with uploads below {@link maxPace} before a higher pace is required of
 * them.
 */
const fairShare = { address: 1 / 8, account: 1 / 2 };

const levels = ['address', 'account', 'session'] as const;
type Level = (typeof levels)[number];

/**
 * Finds the upload to end in favour of one that needs room. As room gets scarce, the slowest upload below the required pace
 * loses. If the uploads of an address or account fill n times its fair share, the required pace is n times as high. When there
 * is no room left, an upload of an address, account or session that holds more than the asking one loses, however fast it is.
 * So many phones behind one address can go on at a fair pace, and no number of slow or idle uploads keeps others out.
 *
 * An upload never wins against one whose address or session has fewer uploads that are as slow: reopening uploads again and
 * again gains nothing.
 *
 * @returns undefined if no upload is to be ended: the asking one gets what is left, or is refused.
 */
export function findLoser<Upload extends Contender>(contest: Contest<Upload>): Upload | undefined {
  const { asking, amount, limit, taken, amountOf } = contest;
  const fullness = (taken + amount) / limit;
  const required = requiredPace(fullness);
  if (required === 0) return undefined;
  const all: Entry<Upload>[] = [];
  for (const upload of contest.uploads())
    all.push({ upload, amount: amountOf(upload), pace: upload.pace.measured() });
  const unproven = all.filter(({ pace }) => pace < maxPace);
  const slowest = findSlowest(all, unproven, required, contest);
  if (slowest || fullness <= 1) return slowest;
  return findGreediest(unproven, asking, amount) ?? findGreediest(all, asking, amount);
}

interface Entry<Upload> {
  readonly upload: Upload;
  readonly amount: number;
  readonly pace: number;
}

function findSlowest<Upload extends Contender>(
  all: readonly Entry<Upload>[],
  unproven: readonly Entry<Upload>[],
  required: number,
  { asking, limit }: Contest<Upload>,
): Upload | undefined {
  const held = { address: weigh(unproven, 'address'), account: weigh(unproven, 'account') };
  const excessAt = (upload: Upload, level: keyof typeof fairShare) =>
    Math.max(1, (held[level].get(upload[level]) ?? 0) / (fairShare[level] * limit));
  const excessOf = (upload: Upload) => excessAt(upload, 'address') * excessAt(upload, 'account');
  const isGreedy = excessAt(asking, 'address') > 1;
  return unproven
    .filter(({ upload }) => upload !== asking && (!isGreedy || excessAt(upload, 'address') > 1))
    .map((entry) => ({ ...entry, excess: excessOf(entry.upload) }))
    .filter(({ upload, excess }) => upload.pace.credited() / excess < required)
    .sort((a, b) => a.pace / a.excess - b.pace / b.excess)
    .find((entry) => isWon(entry, asking, all))?.upload;
}

/**
 * Returns whether the asking address and session hold no more than those of the entry, counting only uploads that are no
 * faster than the entry.
 */
function isWon<Upload extends Contender>(
  { upload, pace }: Entry<Upload>,
  asking: Upload,
  all: readonly Entry<Upload>[],
): boolean {
  for (const level of ['address', 'session'] as const) {
    if (upload[level] === asking[level]) continue;
    let surplus = 0;
    for (const other of all) {
      if (other.pace > pace) continue;
      if (other.upload[level] === upload[level]) surplus += other.amount;
      else if (other.upload[level] === asking[level]) surplus -= other.amount;
    }
    if (surplus !== 0) return surplus > 0;
  }
  return true;
}

/**
 * Finds the slowest upload of the address, account or session that holds the most, if that is more than the asking one would
 * hold.
 */
function findGreediest<Upload extends Contender>(
  entries: readonly Entry<Upload>[],
  asking: Upload,
  amount: number,
): Upload | undefined {
  let left = entries.filter(({ upload }) => upload !== asking);
  for (const level of levels) {
    const held = weigh(entries, level);
    const heldBy = ({ upload }: { upload: Upload }) => held.get(upload[level]) ?? 0;
    const most = Math.max(0, ...left.map(heldBy));
    left = left.filter((entry) => heldBy(entry) === most);
    const surplus = most - heldBy({ upload: asking });
    // Requires a surplus above the amount, because otherwise the loser could take it back at once.
    if (surplus > amount) return left.sort((a, b) => a.pace - b.pace)[0]?.upload;
    if (surplus < 0) return undefined;
  }
  return undefined;
}

/** Sums the amounts of uploads by address, account or session. */
function weigh<Upload extends Contender>(
  entries: readonly Entry<Upload>[],
  level: Level,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { upload, amount } of entries) sums.set(upload[level], (sums.get(upload[level]) ?? 0) + amount);
  return sums;
}
