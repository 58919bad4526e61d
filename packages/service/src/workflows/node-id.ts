import { z } from 'zod';

/** The name of a node, unique within its workflow. It is part of client addresses, hence the plain alphabet. */
export const nodeIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);
