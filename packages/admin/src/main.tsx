import { render } from 'preact';
import './styles/base.css';
import './styles/parts.css';
import './styles/runs.css';
import './styles/run.css';
import { requestEarly } from './api/early-replies.ts';
import { App } from './app.tsx';
import { firstCalls } from './first-calls.ts';
import { followAddress } from './routing.ts';
import { loadSession } from './session.ts';

for (const path of firstCalls(location)) requestEarly(path);
followAddress();
void loadSession();
render(<App />, document.getElementById('app')!);
