/**
 * The trigger's engine: pure functions, whose promise is in docs/trigger.md. To read it, begin with
 * `types.ts`, its vocabulary; then `poll.ts`, one poll; `listReader.ts`, how a changing list is read without
 * a gap; `emittedVersions.ts` and `isCreated.ts`, which versions and records were emitted; `lastValues.ts`,
 * the values that they are compared with; `savedState.ts`, `newestState.ts` and `beginning.ts`, where the
 * next poll goes on. `deletionSweep.ts` is an engine of its own.
 */
export * from './beginning';
export { comparedOf, fieldParts } from './lastValues';
export * from './newestState';
export * from './poll';
export * from './savedState';
export * from './deletionSweep';
export * from './types';
