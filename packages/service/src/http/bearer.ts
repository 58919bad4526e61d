/** Returns the credential of an `Authorization: Bearer` header (RFC 6750); null: none. */
export function bearerOf(request: Request): string | null {
  return /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;
}
