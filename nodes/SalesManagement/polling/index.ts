/** The trigger's engine: pure functions. What it promises is in docs/trigger.md. */
export { comparedOf, partsOf } from './lastValues';
export * from './newestState';
export type { Outcome, Stalled } from './outcome';
export { firstState, startAt } from './firstState';
export { poll } from './poll';
export * from './savedState';
export { sweep } from './deletionSweep';
export * from './deletionSweepTypes';
export * from './types';
