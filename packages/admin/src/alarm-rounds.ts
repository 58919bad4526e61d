import { signal } from '@preact/signals';

/** Grows when something was done that ends alarms of webhook endpoints, or leads to others: they are asked for anew. */
export const alarmRounds = signal(0);
