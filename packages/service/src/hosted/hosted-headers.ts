/** Returns the headers of a hosted page, besides those of every reply. */
export function hostedHeaders(nonce: string, publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(nonce, publicUrl),
    // The opener can neither read nor navigate the window, and the window finishes even if the opener is closed.
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    vary: 'accept-language',
  };
}

function contentSecurityPolicy(nonce: string, publicUrl: string): string {
  // The logo of a theme may come from any https address; in development, also from this machine.
  const logos = publicUrl.startsWith('http:') ? 'https: http://localhost:* http://127.0.0.1:*' : 'https:';
  return [
    "default-src 'none'",
    // 'self' applies only in browsers without 'strict-dynamic' (Safari before 15.4).
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    `style-src 'nonce-${nonce}'`,
    // A worker made from a blob analyses the camera's frames, and captures are shown from blobs.
    'worker-src blob:',
    `img-src 'self' blob: data: ${logos}`,
    // The font of a theme comes only from Google's hosts: its style sheet is fetched as text, its files are fonts.
    "connect-src 'self' https://fonts.googleapis.com",
    'font-src https://fonts.gstatic.com',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vendor-orchestration',
  ].join('; ');
}
