import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  // Put into every script and style of the page; the server makes a nonce of it for each visit.
  html: { cspNonce: '{{nonce}}' },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
