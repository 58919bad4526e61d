/**
 * Runs once when the server starts. Fails immediately if the webhook secret is too weak; Next then answers every request with
 * 500.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { webhookSecret } = await import('./lib/orchestration.ts');
  webhookSecret();
}
