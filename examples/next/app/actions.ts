'use server';

import { revalidatePath } from 'next/cache';
import { cookies } from 'next/headers';
import { serviceUrl, startExecution } from '../lib/orchestration.ts';
import { keepVerification, verificationOf } from '../lib/verifications.ts';

/** What a start needs: for one verification of the user who is logged in. */
export interface Ticket {
  readonly token: string;
  /** Address of the verification service. */
  readonly baseUrl: string;
}

/**
 * A token for the page: the same one while the verification is under way, so that a reload goes on with it.
 *
 * @param anew - whether another verification begins, though one may be under way.
 * @returns null when nobody is logged in.
 */
export async function fetchTicket(anew: boolean): Promise<Ticket | null> {
  const userId = (await cookies()).get('user')?.value;
  if (!userId) return null;
  const known = verificationOf(userId);
  if (anew || known?.status !== 'PENDING') keepVerification(userId, await startExecution(userId));
  // The page behind the flow says from now on that a verification is under way.
  revalidatePath('/');
  const token = verificationOf(userId)?.token ?? '';
  return { token, baseUrl: serviceUrl() };
}
