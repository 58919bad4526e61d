/** Resolves to `Then` if `All` contains everything in `Needed`; otherwise to `never`, which does not compile. */
export type Covering<Needed, All, Then> = [Needed] extends [All] ? Then : never;
