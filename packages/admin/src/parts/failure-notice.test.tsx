// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, it } from 'vitest';
import { Failure, type Fault } from '../api/failure.ts';
import { FailureNotice } from './failure-notice.tsx';

afterEach(cleanup);

it.each<[string, Fault, string]>([
  ['a member of the body', { pointer: '/inputs/email', detail: 'is missing' }, 'inputs/email: is missing'],
  ['a parameter', { parameter: 'status', detail: 'must be one of …' }, 'status: must be one of …'],
  ['a header', { header: 'x-api-key', detail: 'is missing' }, 'x-api-key: is missing'],
  ['the whole body', { pointer: '', detail: 'is not JSON' }, 'is not JSON'],
])('shows a fault of %s, with its place before the description if it has one', (_, fault, text) => {
  const problem = { status: 400, code: 'INVALID', detail: 'It is invalid.', requestId: 'r', errors: [fault] };
  render(<FailureNotice failure={new Failure('INVALID', problem)} />);
  screen.getByText(text);
});
