/** `Then`, where `All` has everything that is `Needed`; whatever lacks something does not compile. */
export type Covering<Needed, All, Then> = [Needed] extends [All] ? Then : never;
