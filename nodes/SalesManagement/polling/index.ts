/** The trigger's engine: pure functions. What it promises is in docs/trigger.md. */
export { comparedOf, partsOf } from './lastValues';
export * from './n8nSaves';
export { firstState, poll, startAt, type Outcome } from './poll';
export * from './stalled';
export * from './state';
export { sweep } from './sweep';
export * from './sweepTypes';
export * from './types';
