import { causeOfUnavailability } from '../unavailable.ts';

type Output = Pick<NodeJS.WriteStream, 'write' | 'on'>;

/**
 * Makes a function that writes log lines. If the disk of the log is full, lines are dropped and the service continues.
 *
 * @throws other write errors, for example if nobody reads the log any more.
 */
export function createLineWriter(output: Output): (line: string) => void {
  const loseLine = (error: unknown) => {
    if (causeOfUnavailability(error) === null) throw error;
  };
  output.on('error', loseLine);
  return (line) => {
    try {
      output.write(line);
    } catch (error) {
      loseLine(error);
    }
  };
}
