/** The trigger's engine: pure functions. What it promises is in docs/trigger.md. */
export { ledgerTimes } from './checks';
export { poll } from './poll';
export * from './session';
export * from './serviceClock';
export * from './standstill';
export { replayedFrom, startAt } from './start';
export * from './state';
export * from './steadyClock';
export { sweep } from './sweep';
export * from './sweepTypes';
export * from './types';
export { comparedOf, isDigest, partsOf } from './value';
export { watchingAnew } from './watching';
