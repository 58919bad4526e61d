import { path } from './routing.ts';
import { NotFound } from './screens/not-found/not-found.tsx';

/** The screen that the address names. */
export function App() {
  return path.value === '/' ? null : <NotFound />;
}
