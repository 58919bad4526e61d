import { cookies, headers } from 'next/headers';
import { verificationOf } from '../lib/verifications.ts';
import { VerifyButton } from './verify-button.tsx';

/** Text for each status, and the label of the button; null if there is nothing to do. */
const byStatus = {
  NONE: ['It takes about two minutes. Have your passport or identity card at hand.', 'Verify now'],
  PENDING: ['Your verification is not finished yet.', 'Go on'],
  APPROVED: ['You are verified. Welcome!', null],
  REVIEW: ['Thank you. Somebody is looking at it; we will write to you.', null],
  DECLINED: ['We could not verify your identity. We will write to you.', null],
  EXPIRED: ['The time for this verification is over. You can start again.', 'Start again'],
  ERROR: ['Something went wrong on our side. Please try again later.', 'Try again'],
} as const;

/** Rendered on the server for each visit, with the status from the webhook. */
export default async function Page() {
  const status = verificationOf((await cookies()).get('user')?.value)?.status ?? 'NONE';
  const [text, label] = byStatus[status];
  const cspNonce = (await headers()).get('x-nonce');
  return (
    <main className="card">
      <p className="step">Last step</p>
      <h1>Verify your identity</h1>
      <VerifyButton text={text} label={label} isPending={status === 'PENDING'} cspNonce={cspNonce ?? ''} />
    </main>
  );
}
