import { z } from 'zod';

/** Name of a node, unique within its workflow. Restricted to plain characters because it is part of client API addresses. */
export const nodeIdSchema = z.string().regex(/^[a-z0-9-]{1,64}$/);
