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
    text: 'You signed in a while ago. Type your password to go on.',
    code: 'Code of your authenticator app, or a recovery code',
    passkey: 'Use a passkey instead',
    failures: { PASSKEY: 'No passkey was used. Type a code, or try again.' } as Readonly<
      Record<string, string>
    >,
    submit: 'Confirm and go on',
  },
  shownOnce: {
    copied: 'Copied',
    cannotCopy: 'The browser did not allow copying. The text is selected: press Ctrl + C, or ⌘ C.',
    close: 'Done',
  },
  request: 'Request',
  notFound: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or the page belongs to another account.',
    back: 'Go to Workflow runs',
  },
  failures: {
    OFFLINE: 'The service cannot be reached. Check your connection, then try again.',
    UNREADABLE: 'The service gave an answer that the panel does not understand. Try again in a moment.',
  } as Readonly<Record<string, string>>,
};
