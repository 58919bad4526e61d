import { randomBytes } from 'node:crypto';

/** Sign-up page of one visit: its markup and headers. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders the sign-up page. Each visit has its own nonce. Only scripts with this nonce may run, and they may load others
 * (`strict-dynamic`).
 *
 * @param template Markup with the placeholders `{{nonce}}` and `{{service}}`.
 * @param serviceOrigin Origin that serves the SDK and that the SDK calls, e.g. `https://verify.example.com`.
 */
export function renderPage(template: string, serviceOrigin: string): Page {
  const nonce = randomBytes(16).toString('base64');
  return {
    html: template.replaceAll('{{nonce}}', nonce).replaceAll('{{service}}', serviceOrigin),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce, serviceOrigin),
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    },
  };
}

function contentSecurityPolicy(nonce: string, serviceOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // The SDK analyses camera frames in a worker made from a blob, and shows captured pictures from blobs.
    'worker-src blob:',
    "img-src 'self' blob: data:",
    `connect-src 'self' ${serviceOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vendor-orchestration',
  ].join('; ');
}
