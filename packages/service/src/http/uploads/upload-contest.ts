import { mostPace, requiredPace, type UploadPace } from './upload-pace.ts';

/** An upload in transfer, with its owner. */
export interface Contender {
  readonly session: string;
  readonly account: string;
  readonly address: string;
  readonly pace: Pick<UploadPace, 'measured' | 'credited'>;
}

/** A request for scarce memory or slots. */
export interface Contest<Upload extends Contender> {
  /** All uploads in transfer that compete. */
  readonly uploads: () => Iterable<Upload>;
  /** The one that asks: new, or one of them that needs more. */
  readonly asking: Upload;
  /** How much it asks for: slots or bytes. */
  readonly amount: number;
  /** Room for all together. */
  readonly limit: number;
  /** Room that is taken, by uploads that are coming in and by others. */
  readonly taken: number;
  /** Room that one of them takes. */
  readonly amountOf: (upload: Upload) => number;
}

/** The share of the room that an address or account may fill with uploads below {@link mostPace} before more is asked of it. */
const fairShare = { address: 1 / 8, account: 1 / 2 };

const levels = ['address', 'account', 'session'] as const;
type Level = (typeof levels)[number];

/**
 * Finds the upload to end in favour of one that asks for room. As room gets scarce, the slowest loses, if it is below the pace
 * that is asked for by then. An address or account whose uploads fill n times its share must be n times as fast. When there is no
 * room at all, one of an address, account or session that holds more than the asking one does loses, however fast it is. So many
 * phones behind one address keep what they use at a fair pace, and no number of slow or idle uploads keeps others out.
 *
 * Nobody wins against an upload of another who has fewer that are as slow as that one: opening uploads again and again gains
 * nothing.
 *
 * @returns undefined when none is to be ended: the asking one gets what is left, or is refused.
 */
export function findLoser<Upload extends Contender>(contest: Contest<Upload>): Upload | undefined {
  const { asking, amount, limit, taken, amountOf } = contest;
  const fullness = (taken + amount) / limit;
  const required = requiredPace(fullness);
  if (required === 0) return undefined;
  const all: Entry<Upload>[] = [];
  for (const upload of contest.uploads())
    all.push({ upload, amount: amountOf(upload), pace: upload.pace.measured() });
  const unproven = all.filter(({ pace }) => pace < mostPace);
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

/** Whether the one that asks holds no more in uploads as slow as this one. */
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

/** Finds one of an address, account or session that holds more than the asking one would. */
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
    // Passes on nothing that would only be taken back.
    if (surplus > amount) return left.sort((a, b) => a.pace - b.pace)[0]?.upload;
    if (surplus < 0) return undefined;
  }
  return undefined;
}

/** Room that each address, account or session takes in all. */
function weigh<Upload extends Contender>(
  entries: readonly Entry<Upload>[],
  level: Level,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { upload, amount } of entries) sums.set(upload[level], (sums.get(upload[level]) ?? 0) + amount);
  return sums;
}
