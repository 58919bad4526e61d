'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { startExecution } from '../lib/orchestration.ts';
import { keepVerification, verificationOf } from '../lib/verifications.ts';

/**
 * Returns a token for the page: the same one while the verification is under way, so that a reload resumes it.
 *
 * @param anew - starts another verification, even if one is under way.
 * @returns null if nobody is logged in.
 */
export async function fetchToken(anew: boolean): Promise<string | null> {
  const userId = (await cookies()).get('user')?.value;
  if (!userId) return null;
  const known = verificationOf(userId);
  if (anew || known?.status !== 'PENDING') keepVerification(userId, await startExecution(userId));
  // Re-renders the page behind the flow, which now shows that a verification is under way.
  revalidatePath('/');
  return verificationOf(userId)?.token ?? null;
}
