/** The trigger's engine: pure functions; what it promises stands in docs/trigger.md. */
export { poll } from './poll';
export { Session } from './session';
export * from './types';
