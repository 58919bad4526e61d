import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  // Added to every script and style of the page; the server replaces it by a nonce for each visit.
  html: { cspNonce: '{{nonce}}' },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
