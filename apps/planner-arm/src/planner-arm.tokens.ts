/** Whoever understands questions and plans tools. */
export const PLAN_MODEL = Symbol('PLAN_MODEL');
/** Whoever decides what an agent does next. */
export const DECIDE_MODEL = Symbol('DECIDE_MODEL');
