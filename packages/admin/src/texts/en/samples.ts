/** Texts of sample data. */
export const samples = {
  open: 'Create sample data',
  text: 'Runs real checks for about a minute, on drawn documents of a state that does not exist: approved, declined, in review, expired and unfinished runs. You can remove them again.',
  webhooks: 'Your webhook endpoints receive events about these runs, as about any test run.',
  running: (finished: number, total: number) => `Making sample runs: ${finished} of ${total} …`,
  present: 'This list has sample runs.',
  progress: 'Sample runs created',
  remove: 'Remove sample data',
  removeTitle: 'Remove the sample data?',
  removeText:
    'Pictures and personal data of all sample runs are destroyed. Their rows stay in the list, like those of every run whose data was removed.',
  cancel: 'Keep it',
  failures: {
    SAMPLE_DATA_PRESENT: 'Sample data exists or is being created.',
  } as Readonly<Record<string, string>>,
};
