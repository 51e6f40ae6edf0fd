/** The trigger's engine: pure functions. What it promises is in docs/trigger.md. */
export { comparedOf, partsOf } from './lastValues';
export * from './n8nSaves';
export type { Outcome, Stalled } from './outcome';
export { firstState, startAt } from './begin';
export { poll } from './poll';
export * from './savedState';
export { sweep } from './sweep';
export * from './sweepTypes';
export * from './types';
