import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { ClockState } from '../clocks/service-clock.ts';
import { type JobKind, jobKinds } from '../jobs/job.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { Probe, ProbeResult } from './readiness.ts';

const minuteMs = 60_000;
/** Time after which due work is overdue. */
const overdueMs = 5 * minuteMs;

/** Minimum free space on the disk: the smaller of a fixed size and a share of the disk. Below it, little more can be stored. */
const minFreeBytes = 256 * 1024 ** 2;
const minFreeShare = 0.05;

/** Parts of the service that the probes check. */
export interface ProbedParts {
  readonly dataFolder: string;
  /** Writes a row, and resolves when it is on disk. */
  writeRow(): Promise<void>;
  readonly media: Pick<MediaStore, 'probe'>;
  /** Returns since when the oldest due job of a kind is due; null: none is due. */
  oldestDue(kind: JobKind, now: number): Promise<number | null>;
  /** Returns whether a job of a kind is running. */
  isRunning(kind: JobKind): boolean;
  /** Kinds of jobs that this process runs; absent: all. Late jobs of other kinds do not depend on the requests sent here. */
  readonly ownKinds?: readonly JobKind[];
  /** Returns whether some instance carries out checks. Omitted if this one does. */
  readonly isChecking?: (() => Promise<boolean>) | undefined;
  readonly clock: Clock & { state(): ClockState };
  /** Returns the time since which an operator holds webhooks, in ms since 1970; null if they are not held. */
  deliveriesHeldAt(): Promise<number | null>;
  /** Returns whether the credentials of the bucket can be read from their file. Omitted if they are not in a file. */
  areCredentialsReadable?(): boolean;
  /** Returns how many accounts have late purges that wait for an operator, according to the last round of purges. */
  heldPurges(): number;
}

/** Creates the probes of the parts without which requests cannot be served, and of those that need an operator's attention. */
export function createProbes(parts: ProbedParts): Probe[] {
  const { dataFolder, media, clock } = parts;
  return [
    {
      subject: 'The database',
      async look() {
        await parts.writeRow();
        return {};
      },
    },
    {
      subject: 'The media folder',
      async look() {
        await media.probe();
        return {};
      },
    },
    { subject: 'The credentials of the bucket', look: async () => checkCredentials(parts) },
    { subject: 'The data folder', look: () => checkSpace(dataFolder) },
    { subject: 'The job queue', look: () => checkJobs(parts) },
    {
      subject: 'The clock',
      async look() {
        const { doubt } = clock.state();
        return doubt === null
          ? {}
          : { warnings: [`The clock is in doubt (${doubt}): purges and expiries wait. See "doctor".`] };
      },
    },
    {
      subject: 'The webhooks',
      async look() {
        return (await parts.deliveriesHeldAt()) === null
          ? {}
          : {
              warnings: [
                'Webhooks are held, as after "restore --held". To send them, run: orchestration webhook release',
              ],
            };
      },
    },
    { subject: 'The checks', look: () => checkInstances(parts) },
    { subject: 'The purges', look: async () => checkPurges(parts.heldPurges()) },
  ];
}

/** Only warns, because the service continues with the previous credentials until the bucket refuses them. */
function checkCredentials({ areCredentialsReadable }: ProbedParts): ProbeResult {
  if (areCredentialsReadable === undefined || areCredentialsReadable()) return {};
  return {
    warnings: ['MEDIA_CREDENTIALS_FILE cannot be read: the previous credentials are in use. See "doctor".'],
  };
}

function checkPurges(accounts: number): ProbeResult {
  if (accounts === 0) return {};
  return {
    warnings: [
      `Overdue purges of ${accounts} account(s) wait for confirmation. To see them, run: orchestration retention due`,
    ],
  };
}

async function checkInstances({ isChecking }: ProbedParts): Promise<ProbeResult> {
  if (isChecking === undefined || (await isChecking())) return {};
  return { warnings: ['No instance runs checks. Start one with CHECKS=only or CHECKS=all.'] };
}

async function checkSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = Math.min(minFreeBytes, blocks * bsize * minFreeShare);
  if (free >= needed) return {};
  return {
    reasons: [`The disk of the data folder has ${mebibytes(free)} left; ${mebibytes(needed)} are needed.`],
  };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/**
 * Reports overdue jobs. If none of their kind is running, the kind is stuck. If one is running, it is only slow, so fewer
 * requests would not help.
 */
async function checkJobs({
  oldestDue,
  isRunning,
  clock,
  deliveriesHeldAt,
  ownKinds = jobKinds,
}: ProbedParts) {
  const now = clock.now();
  const reasons: string[] = [];
  const warnings: string[] = [];
  const isHeld = (await deliveriesHeldAt()) !== null;
  for (const kind of jobKinds) {
    if (kind === 'deliver' && isHeld) continue;
    const dueAt = await oldestDue(kind, now);
    if (dueAt === null || now - dueAt <= overdueMs) continue;
    const minutes = Math.floor((now - dueAt) / minuteMs);
    const finding = `Jobs of the kind "${kind}" have been due for ${minutes} minutes`;
    if (isRunning(kind) || !ownKinds.includes(kind))
      warnings.push(`${finding}: they arrive faster than they are processed.`);
    else reasons.push(`${finding}, and none is running.`);
  }
  return { reasons, warnings };
}
