/** Texts of signing in, of invitations and of one-time links. */
export const signIn = {
  title: 'Sign in',
  again: {
    title: 'Sign in again',
    text: 'You were signed out. What you typed is still there: sign in to go on where you were.',
  },
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  help: 'No account yet, or the password is lost? Ask an owner of your account for a new invitation.',
  code: {
    title: 'Enter your code',
    text: 'Open your authenticator app and type the six digits that it shows for this account. A recovery code works, too.',
    label: 'Code',
    submit: 'Continue',
    back: 'Use another account',
  },
  link: {
    title: 'One-time sign-in link',
    text: 'This link works once. Use it on this device only.',
    submit: 'Sign in with this link',
    missing: 'The address has no link in it. Copy all of it, from https:// to the last letter.',
  },
  invitation: {
    title: 'Set up your account',
    text: 'Choose the name that colleagues see beside your decisions, and a password.',
    name: 'Your name',
    password: 'New password',
    hint: 'At least 12 characters. A few words in a row are good.',
    submit: 'Create account',
  },
  failures: {
    SIGN_IN_REFUSED: 'E-mail or password is wrong.',
    CODE_REFUSED: 'That code is wrong or has expired. Type the one that the app shows now.',
    LINK_INVALID: 'This link was used already, or its time is over. Ask for a new one.',
    RATE_LIMITED: 'There were too many attempts. Wait a minute, then try again.',
  } as Readonly<Record<string, string>>,
};
