'use client';

import { VendorOrchestration } from '@vendor/orchestration';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { fetchToken } from './actions.ts';

interface VerifyButtonProps {
  /** Server's text about the verification; the button's label is null if there is nothing to do. */
  readonly text: string;
  readonly label: string | null;
  readonly isPending: boolean;
  readonly cspNonce: string;
}

/** Events of the flow since the page was rendered. */
type Heard =
  | { readonly kind: 'nothing' | 'busy' | 'completed' | 'cancelled' }
  | { readonly kind: 'problem'; readonly reason: string };

/** Interval at which the server is polled while the webhook is awaited, in ms. */
const pauseMs = 1500;

/** Starts the flow. The SDK can be imported during server rendering, where it does nothing. */
export function VerifyButton({ text, label, isPending, cspNonce }: VerifyButtonProps) {
  const router = useRouter();
  const [heard, setHeard] = useState<Heard>({ kind: 'nothing' });

  useEffect(() => {
    const offs = [
      VendorOrchestration.on('completed', () => setHeard({ kind: 'completed' })),
      VendorOrchestration.on('cancelled', () => setHeard({ kind: 'cancelled' })),
      VendorOrchestration.on('error', (reason) => setHeard({ kind: 'problem', reason })),
    ];
    return () => {
      for (const off of offs) off();
      // Leaving this page closes the flow and stops the camera immediately.
      void VendorOrchestration.close();
    };
  }, []);

  // The user has finished: polls the server until the webhook has arrived.
  const { kind } = heard;
  useEffect(() => {
    if (kind !== 'completed') return;
    if (!isPending) return setHeard({ kind: 'nothing' });
    const timer = setInterval(() => router.refresh(), pauseMs);
    return () => clearInterval(timer);
  }, [kind, isPending, router]);

  async function start(): Promise<void> {
    // Starts again after a failure, because a failed execution may have expired.
    const anew = kind === 'problem';
    setHeard({ kind: 'busy' });
    try {
      const token = await fetchToken(anew);
      if (!token) throw new Error('nobody is logged in');
      await VendorOrchestration.start({ token, language: navigator.language, cspNonce });
    } catch (error) {
      setHeard({ kind: 'problem', reason: (error as Error).message });
    }
  }

  const words = {
    nothing: [text, label],
    busy: [text, label],
    completed: ['Thank you. We are checking what you sent.', null],
    cancelled: ['You can go on whenever you like.', 'Go on'],
    problem: [
      `That did not work (${'reason' in heard ? heard.reason : ''}). You can try again.`,
      'Try again',
    ],
  } as const;
  const [said, action] = words[kind];
  return (
    <>
      <p role="status">{said}</p>
      {action && (
        <button type="button" disabled={kind === 'busy'} onClick={start}>
          {action}
        </button>
      )}
    </>
  );
}
