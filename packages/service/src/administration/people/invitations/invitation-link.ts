/** The address of a one-time link. Its secret stands behind `#`, which browsers keep to themselves. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/invitation#${token}`;
}

/** The address of a link that signs in by itself. */
export function signInLink(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/sign-in/link#${token}`;
}
