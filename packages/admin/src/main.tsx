import { render } from 'preact';
import './styles/base.css';
import './styles/parts.css';
import './styles/runs.css';
import './styles/run.css';
import { App } from './app.tsx';
import { followAddress } from './routing.ts';
import { loadSession } from './session.ts';

followAddress();
void loadSession();
render(<App />, document.getElementById('app')!);
