'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { startExecution } from '../lib/orchestration.ts';
import { keepVerification, verificationOf } from '../lib/verifications.ts';

/**
 * A token for the page: the same one while the verification is under way, so that a reload goes on with it.
 *
 * @param anew - whether another verification begins, though one may be under way.
 * @returns null when nobody is logged in.
 */
export async function fetchToken(anew: boolean): Promise<string | null> {
  const userId = (await cookies()).get('user')?.value;
  if (!userId) return null;
  const known = verificationOf(userId);
  if (anew || known?.status !== 'PENDING') keepVerification(userId, await startExecution(userId));
  // The page behind the flow says from now on that a verification is under way.
  revalidatePath('/');
  return verificationOf(userId)?.token ?? null;
}
