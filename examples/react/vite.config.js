import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Put into every script and style of the page; the server makes a nonce of it for each visit.
  html: { cspNonce: '{{nonce}}' },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
