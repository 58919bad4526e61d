/** The headers of a hosted page, besides those of every reply. */
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
  // The logo of a theme may come from any https address; while developing, from this machine too.
  const logos = publicUrl.startsWith('http:') ? 'https: http://localhost:* http://127.0.0.1:*' : 'https:';
  return [
    "default-src 'none'",
    // 'self' counts only where 'strict-dynamic' is not known (Safari before 15.4).
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    `style-src 'nonce-${nonce}'`,
    // The camera's picture is analysed in a worker made from a blob, and what was taken is shown from one.
    'worker-src blob:',
    `img-src 'self' blob: data: ${logos}`,
    // The font of a theme comes from Google's hosts alone: its style sheet is read as text, its files are fonts.
    "connect-src 'self' https://fonts.googleapis.com",
    'font-src https://fonts.gstatic.com',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vendor-orchestration',
  ].join('; ');
}
