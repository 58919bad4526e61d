import { randomBytes, randomUUID } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { serviceUrl } from './lib/orchestration.ts';

/**
 * Policy from the SDK's README, plus what Next needs: its own style sheets, data and pictures. Trusted Types are not required,
 * because they would block chunks that load later.
 */
const policyFor = (nonce: string) => `default-src 'none';
  script-src 'nonce-${nonce}' 'strict-dynamic'${process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''};
  style-src 'nonce-${nonce}' 'self';
  img-src 'self' blob: data:;
  font-src 'self';
  worker-src blob:;
  connect-src 'self' ${serviceUrl()};
  base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Gives each visit a policy with a nonce, which Next adds to its scripts, and each visitor an id. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const policy = policyFor(nonce).replace(/\s+/g, ' ');
  // Stands in for your login: here, a user is just a random cookie.
  const isNew = !request.cookies.has('user');
  if (isNew) request.cookies.set('user', randomUUID());

  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('permissions-policy', 'camera=(self)');
  response.headers.set('referrer-policy', 'same-origin');
  const user = request.cookies.get('user')?.value;
  if (isNew && user) response.cookies.set('user', user, { httpOnly: true, sameSite: 'lax', path: '/' });
  return response;
}

export const config = { matcher: ['/((?!_next/static|webhooks).*)'] };
