/** Runs once when the server starts. With a secret that protects nothing it says so now, and Next answers 500 to everything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { webhookSecret } = await import('./lib/orchestration.ts');
  webhookSecret();
}
