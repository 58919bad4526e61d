/** Texts of links that staff give to users. */
export const links = {
  open: 'Share link',
  title: 'Share link',
  text: 'Starts one run for one user. The link is for this user only; create another one for the next user.',
  inactive: 'This workflow is inactive. Activate it first: until then nobody can start it.',
  asksNobody:
    'This workflow asks the user for nothing: the run starts and ends as soon as you create the link.',
  mode: 'Data',
  modes: { live: 'Live', test: 'Test' } as const,
  userId: 'User id',
  userIdHint: 'Your own id of this user. If it is empty, a random one is used.',
  optional: (label: string) => `${label} (optional)`,
  lifetime: 'The link expires after',
  lifetimes: [
    [86_400, '1 day'],
    [604_800, '7 days'],
    [2_592_000, '30 days'],
  ] as const,
  submit: 'Create the link',
  failedForm: 'The form could not be loaded',
  failures: {
    WORKFLOW_NOT_FOUND: 'This workflow is not active, or no longer exists. No link was created.',
    MISSING_REQUIRED_INPUTS: 'Some required data is missing. No link was created.',
    INVALID_INPUT_FORMAT: 'Some data has the wrong format. No link was created.',
    FORBIDDEN: 'You may not start runs in this mode.',
    EXECUTION_PURGED: 'The data of this run was removed, so no link can be created from it.',
  } as Readonly<Record<string, string>>,
  renew: {
    open: 'New link',
    title: 'New link for this user',
    text: 'Starts a new run of the same workflow with the data that was sent for this one. This run stays as it is.',
    MISSING_REQUIRED_INPUTS:
      'The workflow now requires data that was not sent for this run. Use Share link on the page of the workflow.',
  },
  created: {
    title: 'The link is ready',
    text: 'Send it to the user yourself. It is shown only once, but you can create another one.',
    label: 'Link',
    copy: 'Copy',
    code: 'QR code of the link',
    scan: 'Or let the user scan it with the camera of their phone.',
    ends: 'The user can finish until',
    run: 'See the run',
    close: 'Done',
  },
};
