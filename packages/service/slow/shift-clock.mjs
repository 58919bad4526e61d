// Shifts the date of a process, to simulate a wrong system clock: by SHIFT_DAYS from the start, and by 400 days back and forth
// at each SIGUSR2. The monotonic clock stays right.
const dayMs = 86_400_000;
const now = Date.now;
let shiftMs = Number(process.env.SHIFT_DAYS ?? 0) * dayMs;
let isAhead = false;
process.on('SIGUSR2', () => {
  isAhead = !isAhead;
  shiftMs += (isAhead ? 400 : -400) * dayMs;
});
Date.now = () => now() + shiftMs;
