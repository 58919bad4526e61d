import type { Status } from './backend.ts';
import { useVerification, type Verification } from './use-verification.ts';

/** Text for each status, and the label of the button; null if there is nothing to do. */
const byStatus: Readonly<Record<Status, readonly [text: string, label: string | null]>> = {
  NONE: ['It takes about two minutes. Have your passport or identity card at hand.', 'Verify now'],
  PENDING: ['Your verification is not finished yet.', 'Go on'],
  APPROVED: ['You are verified. Welcome!', null],
  REVIEW: ['Thank you. Somebody is looking at it; we will write to you.', null],
  DECLINED: ['We could not verify your identity. We will write to you.', null],
  EXPIRED: ['The time for this verification is over. You can start again.', 'Start again'],
  ERROR: ['Something went wrong on our side. Please try again later.', 'Try again'],
};

function wordsFor(verification: Verification): readonly [text: string, label: string | null] {
  switch (verification.kind) {
    case 'loading':
      return ['One moment …', null];
    case 'starting':
    case 'open':
      return [byStatus.NONE[0], 'Verify now'];
    case 'awaiting':
      return ['Thank you. We are checking what you sent.', null];
    case 'told':
      return byStatus[verification.status];
    case 'cancelled':
      return ['You can go on whenever you like.', 'Go on'];
    case 'problem':
      return [`That did not work (${verification.reason}). You can try again.`, 'Try again'];
  }
}

export function VerifyCard() {
  const { verification, start } = useVerification();
  const [text, label] = wordsFor(verification);
  const isBusy = verification.kind === 'starting' || verification.kind === 'open';
  return (
    <main className="card">
      <p className="step">Last step</p>
      <h1>Verify your identity</h1>
      <p role="status">{text}</p>
      {label && (
        <button type="button" disabled={isBusy} onClick={start}>
          {label}
        </button>
      )}
    </main>
  );
}
