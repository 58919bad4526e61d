import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Added to every script and style of the page; the server replaces it by a nonce for each visit.
  html: { cspNonce: '{{nonce}}' },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
