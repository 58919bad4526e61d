import { isolated } from './isolated.ts';

/** Texts of signing in, of invitations and of one-time links. */
export const signIn = {
  title: 'Sign in',
  again: {
    title: 'Sign in again',
    text: 'You were signed out. What you typed is still there: sign in to continue where you were.',
  },
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  passkey: 'Sign in with a passkey',
  failures: {
    PASSKEY: 'The passkey was not used. Try again, or sign in with your password.',
  } as Readonly<Record<string, string>>,
  help: 'No account yet, or the password is lost? Ask an owner of your account for a new invitation.',
  code: {
    title: 'Enter your code',
    text: 'Open your authenticator app and enter the six digits that it shows for this account. A recovery code works, too.',
    label: 'Code',
    passkeyText: 'Use your passkey to continue. If you do not have it at hand, type a recovery code.',
    recoveryLabel: 'Recovery code',
    submit: 'Continue',
    back: 'Use another account',
  },
  link: {
    title: 'One-time link',
    missing: 'The address is incomplete. Copy the whole link, from https:// to the last character.',
    back: 'Sign in with a password',
  },
  invitation: {
    title: 'Accept your invitation',
    joins: (account: string, role: string) => `You join ${isolated(account)} as ${role}.`,
    by: (email: string) => `You will sign in as ${email}.`,
    name: 'Your name',
    nameHint: 'Colleagues see it beside your decisions.',
    newPassword: 'New password',
    passwordHint: 'At least 12 characters. A few words in a row work well.',
    password: 'Your password',
    have: 'I already sign in here',
    choose: 'Choose a new password',
    submit: 'Accept and sign in',
  },
};
