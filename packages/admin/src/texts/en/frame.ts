/** Texts of the frame around every screen. */
export const frame = {
  product: 'Verification',
  title: (screen: string) => `${screen} · Admin Panel`,
  runs: 'Workflow runs',
  workflows: 'Workflows',
  settings: 'Settings',
  skip: 'Skip to the content',
  navigation: 'Main',
  account: 'Account',
  mode: 'Data',
  live: 'Live',
  test: 'Test',
  testBanner: 'You are looking at test data.',
  menu: 'Your account',
  ownAccount: 'Name, password, sessions',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  offline: 'No connection to the service. What you see may be out of date. Trying again …',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  code: 'Code',
  passwordAgain: {
    label: 'Password',
    text: 'You signed in a while ago. Enter your password to continue.',
    code: 'Code of your authenticator app, or a recovery code',
    passkey: 'Use a passkey instead',
    failures: { PASSKEY: 'No passkey was used. Enter a code, or try again.' } as Readonly<
      Record<string, string>
    >,
    submit: 'Confirm and continue',
  },
  shownOnce: {
    copied: 'Copied',
    cannotCopy: 'The browser did not allow copying. The text is selected: press Ctrl + C, or ⌘ C.',
    close: 'Done',
  },
  request: 'Request',
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page belongs to another account.',
    back: 'Go to Workflow runs',
  },
  failures: {
    OFFLINE: 'The service cannot be reached. Check your connection, then try again.',
    UNREADABLE: 'The panel does not understand the reply of the service. Try again in a moment.',
  } as Readonly<Record<string, string>>,
};
