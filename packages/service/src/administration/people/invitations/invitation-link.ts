/** Makes the address of a one-time link. Its secret is in the fragment, which browsers do not send. */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/invitation#${token}`;
}

/** Makes the address of a link that signs in at once. */
export function signInLink(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/sign-in/link#${token}`;
}
