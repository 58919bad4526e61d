import { statfs } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { ClockState } from '../clocks/service-clock.ts';
import { type JobKind, jobKinds } from '../jobs/job.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { Probe, ProbeResult } from './readiness.ts';

const minuteMs = 60_000;
/** Work that is due for longer is overdue. */
const overdueMs = 5 * minuteMs;

/** Below this little more can be stored: whichever is less of a fixed size and a share of a small disk. */
const fewestFreeBytes = 256 * 1024 ** 2;
const fewestFreeShare = 0.05;

/** Parts that the probes look at. */
export interface ProbedParts {
  readonly dataFolder: string;
  /** Writes a row, and resolves when it is on the disk. */
  writeRow(): Promise<void>;
  readonly media: Pick<MediaStore, 'probe'>;
  /** When the job of a kind that is due longest fell due; null: none is due. */
  oldestDue(kind: JobKind, now: number): Promise<number | null>;
  /** Whether a job of a kind is running. */
  isRunning(kind: JobKind): boolean;
  /** The kinds that this process carries out; those of others are late for reasons that more or fewer requests here do not change. */
  readonly ownKinds?: readonly JobKind[];
  /** Whether an instance is there that carries out checks; absent: this one does. */
  readonly isChecking?: (() => Promise<boolean>) | undefined;
  readonly clock: Clock & { state(): ClockState };
  /** Since when an operator holds webhooks, in ms since 1970; null: nobody does. */
  deliveriesHeldAt(): Promise<number | null>;
  /** Whether the credentials of the bucket can be read from their file; absent: they are in none. */
  areCredentialsReadable?(): boolean;
  /** How many accounts have late purges that wait for an operator, as the last round of purges found. */
  heldPurges(): number;
}

/** The parts without which requests cannot be served, and those that an operator should know of. */
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
    { subject: 'The credentials of the bucket', look: async () => lookAtCredentials(parts) },
    { subject: 'The data folder', look: () => lookAtSpace(dataFolder) },
    { subject: 'The job queue', look: () => lookAtJobs(parts) },
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
          : { warnings: ['Webhooks are held, as after "restore --held": orchestration webhook release'] };
      },
    },
    { subject: 'The checks', look: () => lookAtChecks(parts) },
    { subject: 'The purges', look: async () => lookAtPurges(parts.heldPurges()) },
  ];
}

/** The service goes on with the credentials before until the bucket refuses them. */
function lookAtCredentials({ areCredentialsReadable }: ProbedParts): ProbeResult {
  if (areCredentialsReadable === undefined || areCredentialsReadable()) return {};
  return {
    warnings: [
      'No credentials can be read from MEDIA_CREDENTIALS_FILE: earlier ones are in use. See "doctor".',
    ],
  };
}

function lookAtPurges(accounts: number): ProbeResult {
  if (accounts === 0) return {};
  return {
    warnings: [
      `Overdue purges of ${accounts} account(s) wait for a confirmation: orchestration retention due`,
    ],
  };
}

async function lookAtChecks({ isChecking }: ProbedParts): Promise<ProbeResult> {
  if (isChecking === undefined || (await isChecking())) return {};
  return { warnings: ['No instance carries out checks: start one with CHECKS=only or CHECKS=all.'] };
}

async function lookAtSpace(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = Math.min(fewestFreeBytes, blocks * bsize * fewestFreeShare);
  if (free >= needed) return {};
  return {
    reasons: [`The disk of the data folder has ${mebibytes(free)} left; ${mebibytes(needed)} are needed.`],
  };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** A kind that is overdue and of which none runs is stuck; one that runs is only slow, and more requests do not stop it. */
async function lookAtJobs({
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
    const says = `Jobs of the kind "${kind}" have been due for ${minutes} minutes`;
    if (isRunning(kind) || !ownKinds.includes(kind))
      warnings.push(`${says}: they arrive faster than they are processed.`);
    else reasons.push(`${says}, and none is running.`);
  }
  return { reasons, warnings };
}
