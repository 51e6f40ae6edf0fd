/**
 * The trigger's engine: pure functions. What it promises is in docs/trigger.md. Read it in this order:
 * `types.ts`, its vocabulary; `poll.ts`, one poll; `listReader.ts`, how a moving list is read without a gap;
 * `emittedVersions.ts` and `isCreated.ts`, what is known of the versions that were emitted; `lastValues.ts`, what
 * they are compared with; `savedState.ts`, `newestState.ts` and `beginning.ts`, from
 * where the next poll goes on. `deletionSweep.ts` is an engine of its own.
 */
export { beginningOf, replaying, stateOf, type Beginning } from './beginning';
export { comparedOf, partsOf } from './lastValues';
export * from './newestState';
export type { Outcome, Stalled } from './outcome';
export { poll } from './poll';
export * from './savedState';
export * from './deletionSweep';
export * from './types';
