import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles.css';
import { VerifyCard } from './verify-card.tsx';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <VerifyCard />
  </StrictMode>,
);
