import { render } from 'preact';
import './styles/base.css';
import { App } from './app.tsx';
import { followAddress } from './routing.ts';

followAddress();
render(<App />, document.getElementById('app')!);
