import { causeOfUnavailability } from '../unavailable.ts';

type Output = Pick<NodeJS.WriteStream, 'write' | 'on'>;

/**
 * Makes what writes lines of the log. Where the log lies on a disk that is full, lines are lost: the service goes on.
 *
 * @throws what else keeps a line from being written, as when nobody reads the log any more.
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
