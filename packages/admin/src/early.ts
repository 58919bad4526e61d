// The script that the page loads first: a few kilobytes, so that the service works while the panel itself is on its way.
import { requestEarly } from './api/early-replies.ts';
import { firstCalls } from './first-calls.ts';

for (const path of firstCalls(location)) requestEarly(path);
